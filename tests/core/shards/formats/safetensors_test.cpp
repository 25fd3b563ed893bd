// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;

/// A file of tensors, read as huggingface/safetensors describes it.
class SafetensorsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

 private Q_SLOTS:
  void tensorsFollowEachOtherWithoutHoles() {
    const auto dataset = test::makeWaveforms(in("waves.h5"), 50);
    QVERIFY(dataset);
    const test::WholeShard whole(**dataset);
    const auto format = whole.format(Format::safetensors);
    QVERIFY(format);
    const auto files = whole.write(**format, in("out"));
    QVERIFY2(files && files->size() == 1, files ? "" : files.error().message.english().c_str());
    const std::string content = test::fileIn(in("out"), files->front());
    const std::uint64_t headerBytes = test::littleEndian(content, 0, 8);
    QCOMPARE(headerBytes % 8, std::uint64_t{0});
    const QJsonDocument parsed = QJsonDocument::fromJson(QByteArray::fromStdString(content.substr(8, headerBytes)));
    QVERIFY(parsed.isObject());
    std::map<std::uint64_t, std::uint64_t> ranges;
    const QJsonObject header = parsed.object();
    for (const QString& name : header.keys()) {
      if (name == "__metadata__") continue;
      const QJsonArray offsets = header[name].toObject()["data_offsets"].toArray();
      ranges[static_cast<std::uint64_t>(offsets[0].toInteger())] = static_cast<std::uint64_t>(offsets[1].toInteger());
      QCOMPARE(header[name].toObject()["shape"].toArray()[0].toInteger(), qint64{50});
    }
    std::uint64_t end = 0;
    for (const auto& [from, to] : ranges) {
      QCOMPARE(from, end);
      end = to;
    }
    QCOMPARE(8 + headerBytes + end, std::uint64_t{content.size()});
    const QJsonObject features = header["features"].toObject();
    QCOMPARE(features["dtype"].toString(), QString("I16"));
    QCOMPARE(features["shape"].toArray(), (QJsonArray{50, 2, 3}));
    const std::size_t at = 8 + headerBytes + static_cast<std::size_t>(features["data_offsets"][0].toInteger());
    for (std::size_t i = 0; i < 50 * 6; ++i)
      QCOMPARE(test::littleEndian(content, at + 2 * i, 2), std::uint64_t{10 * (i / 6) + i % 6});
    // The values of metadata are texts by definition.
    const QJsonObject metadata = header["__metadata__"].toObject();
    for (const QString& name : metadata.keys()) QVERIFY(metadata[name].isString());
    QCOMPARE(metadata["dataset"].toString().toStdString(), (*dataset)->uuid());
  }
};

MASU_TEST(SafetensorsTest)
#include "safetensors_test.moc"
