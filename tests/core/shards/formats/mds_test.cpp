// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;

/// A shard read as mosaicml/streaming does: streaming/base/format/mds/reader.py.
class MdsTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 100;

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::unique_ptr<ShardFormat> m_format;
  std::vector<ShardFile> m_files;
  std::string m_content;

  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  std::uint64_t offset(std::uint64_t sample) const { return test::littleEndian(m_content, 4 + 4 * sample, 4); }

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::makeTable(in("table.h5"), kSamples, store::Compression::none);
    QVERIFY(made);
    m_dataset = *made;
    const test::WholeShard whole(*m_dataset);
    auto format = whole.format(Format::mds);
    QVERIFY(format);
    m_format = std::move(*format);
    const auto files = whole.write(*m_format, in("out"));
    QVERIFY2(files && files->size() == 1, files ? "" : files.error().message.english().c_str());
    m_files = *files;
    m_content = test::fileIn(in("out"), m_files.front());
  }

  void recordsAreWhereTheOffsetsSay() {
    QCOMPARE(test::littleEndian(m_content, 0, 4), kSamples);
    for (std::uint64_t i = 0; i < kSamples; ++i) QVERIFY(offset(i) < offset(i + 1));
    QCOMPARE(offset(kSamples), std::uint64_t{m_content.size()});
    // Between the offsets and the first record is the description of the columns.
    const std::size_t begin = 4 * (kSamples + 2);
    const QJsonDocument columns =
        QJsonDocument::fromJson(QByteArray::fromStdString(m_content.substr(begin, offset(0) - begin)));
    QVERIFY(columns.isObject());
    QCOMPARE(columns.object()["format"].toString(), QString("mds"));
  }

  void columnsAreInTheOrderOfTheirNames() {
    const std::size_t begin = 4 * (kSamples + 2);
    const QJsonObject columns =
        QJsonDocument::fromJson(QByteArray::fromStdString(m_content.substr(begin, offset(0) - begin))).object();
    const QJsonArray names = columns["column_names"].toArray();
    const QJsonArray sizes = columns["column_sizes"].toArray();
    QCOMPARE(sizes.size(), names.size());
    QCOMPARE(columns["column_encodings"].toArray().size(), names.size());
    for (qsizetype i = 1; i < names.size(); ++i) QVERIFY(names[i - 1].toString() < names[i].toString());
    // A record: the lengths of what varies, then all columns.
    for (const std::uint64_t sample : {std::uint64_t{0}, std::uint64_t{1}, kSamples - 1}) {
      std::uint64_t bytes = 0;
      std::uint64_t at = offset(sample);
      for (const QJsonValue size : sizes) {
        if (size.isNull()) {
          bytes += 4 + test::littleEndian(m_content, at, 4);
          at += 4;
        } else {
          bytes += static_cast<std::uint64_t>(size.toInteger());
        }
      }
      QCOMPARE(offset(sample) + bytes, offset(sample + 1));
    }
  }

  void theIndexListsTheShardsOfEachSplit() {
    const std::string path = m_files.front().path;
    const ShardInfo train{path, "train", kSamples, m_files.front().bytes, m_files};
    ShardInfo other = train;
    other.split = "test";
    const auto companions = m_format->companions({train, other, train});
    QCOMPARE(companions.size(), std::size_t{2});
    const auto listed = [&](const char* file) {
      return QJsonDocument::fromJson(QByteArray::fromStdString(companions.at(file))).object()["shards"].toArray();
    };
    QCOMPARE(listed("train/index.json").size(), qsizetype{2});
    QCOMPARE(listed("test/index.json").size(), qsizetype{1});
    const QJsonObject first = listed("train/index.json")[0].toObject();
    QCOMPARE(first["samples"].toInteger(), static_cast<qint64>(kSamples));
    QCOMPARE(first["raw_data"]["bytes"].toInteger(), static_cast<qint64>(m_content.size()));
    QCOMPARE("train/" + first["raw_data"]["basename"].toString().toStdString(), path);
  }
};

MASU_TEST(MdsTest)
#include "mds_test.moc"
