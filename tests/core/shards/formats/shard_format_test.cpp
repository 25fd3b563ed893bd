// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/shard_format.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <numeric>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;
using test::WholeShard;

/// What holds for every format.
class ShardFormatTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_table;

  std::filesystem::path in(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::makeTable(in("table.h5"), 300, store::Compression::none);
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    m_table = *made;
  }

  void filesAreAsTheyAreSaid_data() {
    QTest::addColumn<QString>("format");
    for (const Format format : formats()) {
      if (format == Format::zip) continue;
      const QString text = QString::fromStdString(std::string(name(format)));
      QTest::newRow(qPrintable(text)) << text;
    }
  }
  void filesAreAsTheyAreSaid() {
    QFETCH(const QString, format);
    const WholeShard whole(*m_table);
    const auto made = whole.format(*formatFrom(format.toStdString()));
    QVERIFY2(made, made ? "" : made.error().message.english().c_str());
    const std::filesystem::path folder = in(format.toStdString());
    const auto files = whole.write(**made, folder);
    QVERIFY2(files, files ? "" : files.error().message.english().c_str());
    QCOMPARE(files->front().path, (*made)->path(whole.split(), 2));
    std::uint64_t bytes = 0;
    for (const ShardFile& file : *files) {
      const std::string content = test::fileIn(folder, file);
      QCOMPARE(file.bytes, std::uint64_t{content.size()});
      const QByteArray hash = QCryptographicHash::hash(QByteArray::fromStdString(content), QCryptographicHash::Sha256);
      QCOMPARE(file.sha256, hash.toHex().toStdString());
      bytes += file.bytes;
    }
    const std::vector<std::uint64_t> most = whole.mostBytes(**made);
    QCOMPARE(most.size(), std::size_t{300});
    const std::uint64_t samples = std::accumulate(most.begin(), most.end(), std::uint64_t{0});
    QVERIFY((*made)->mostFixedBytes(300, bytes) + samples >= bytes);
    if (const auto any = (*made)->mostBytesOfAny()) QVERIFY(most == std::vector<std::uint64_t>(300, *any));
    // Whatever is in memory at once, and whoever makes it.
    const std::filesystem::path again = in(format.toStdString() + " again");
    const auto others = whole.write(**made, again, 100, 3);
    QVERIFY(others);
    QCOMPARE(others->size(), files->size());
    for (std::size_t i = 0; i < files->size(); ++i) QCOMPARE((*others)[i].sha256, (*files)[i].sha256);
  }

  void namesThatWouldBeOneAreRefused() {
    FakeDataset dataset(3);
    dataset.add("labels", table::DType::u8, {}, 3, std::vector<std::uint8_t>(3));
    dataset.add("kept/labels", table::DType::f64, {}, 3, std::vector<double>(3));
    ShardOptions options;
    for (const Format format : {Format::tfrecord, Format::mds}) {
      options.format = format;
      const auto refused = formatFor(dataset, options, {}, "made");
      QVERIFY(!refused);
      QVERIFY(refused.error().code == Errc::unsupported);
      const std::string sentence = refused.error().message.english();
      for (const std::string& part : {std::string(name(format)), std::string("kept/labels")})
        QVERIFY2(sentence.find(part) != std::string::npos, sentence.c_str());
    }
    // In a file of its own each keeps its name.
    options.format = Format::npy;
    QVERIFY(formatFor(dataset, options, {}, "made"));
  }

  void whatAFormatCannotHoldIsRefused() {
    FakeDataset dataset(3);
    dataset.addOrigins(std::vector<store::Origin>(3));
    ShardOptions options;
    for (const Format format : {Format::npy, Format::npz, Format::safetensors, Format::zip}) {
      options.format = format;
      const auto refused = formatFor(dataset, options, {}, "made");
      QVERIFY(!refused);
      QVERIFY(refused.error().code == Errc::unsupported);
      const std::string sentence = refused.error().message.english();
      QVERIFY2(sentence.find(name(format)) != std::string::npos, sentence.c_str());
    }
  }

  void shardsAreNumberedBySixDigitsOrMore() {
    const WholeShard whole(*m_table);
    QCOMPARE(shardPath("made", whole.split(), 0, ".tar"), std::string("made-train-000000.tar"));
    QCOMPARE(shardPath("made", whole.split(), 999999, ""), std::string("made-train-999999"));
    QCOMPARE(shardPath("made", whole.split(), 1000000, ""), std::string("made-train-1000000"));
  }
};

MASU_TEST(ShardFormatTest)
#include "shard_format_test.moc"
