// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <map>
#include <sstream>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;

/// A shard read by the lines of record_writer.h and example.proto of TensorFlow.
class TfrecordTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 60;

  /// A feature: which of the three lists it is, and what its list holds.
  struct Feature {
    unsigned kind = 0;
    std::string payload;
  };

 private Q_SLOTS:
  void initTestCase() {
    const auto made = test::makeTable(in("table.h5"), kSamples, store::Compression::none);
    QVERIFY(made);
    m_dataset = *made;
    const test::WholeShard whole(*m_dataset);
    const auto format = whole.format(Format::tfrecord);
    QVERIFY(format);
    const auto files = whole.write(**format, in("out"));
    QVERIFY2(files && files->size() == 2, files ? "" : files.error().message.english().c_str());
    m_files = *files;
    m_content = test::fileIn(in("out"), m_files.front());
    m_samples = samplesIn(m_content);
    QCOMPARE(m_samples.size(), std::size_t{kSamples});
  }

  void theIndexSaysWhereRecordsAre() {
    QCOMPARE(m_files[0].path, std::string("made-train-000002.tfrecord"));
    QCOMPARE(m_files[1].path, std::string("made-train-000002.index"));
    std::istringstream lines(test::fileIn(in("out"), m_files[1]));
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      std::uint64_t offset = 0;
      std::uint64_t bytes = 0;
      QVERIFY(lines >> offset >> bytes);
      QCOMPARE(offset, at);
      // A record has its length, a sum, its message, and another sum.
      QCOMPARE(bytes, test::littleEndian(m_content, at, 8) + 16);
      at += bytes;
    }
    QCOMPARE(at, std::uint64_t{m_content.size()});
    std::string rest;
    QVERIFY(!(lines >> rest));
  }

  void sumsAreThoseOfTensorFlow() {
    for (std::size_t at = 0; at < m_content.size();) {
      const std::uint64_t length = test::littleEndian(m_content, at, 8);
      QCOMPARE(test::littleEndian(m_content, at + 8, 4), masked(m_content.substr(at, 8)));
      QCOMPARE(test::littleEndian(m_content, at + 12 + length, 4), masked(m_content.substr(at + 12, length)));
      at += length + 16;
    }
  }

  void numbersAreOfTheListThatHoldsThem() {
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      const auto& sample = m_samples[i];
      QCOMPARE(wholes(sample.at("labels")), std::vector<std::uint64_t>{i % 2});
      QCOMPARE(wholes(sample.at("categories")), std::vector<std::uint64_t>{i % 4});
      const std::vector<float> features = floats(sample.at("features"));
      QCOMPARE(features.size(), std::size_t{2});
      QCOMPARE(features[0], static_cast<float>(i));
      QVERIFY(i % 7 == 0 ? std::isnan(features[1]) : features[1] == static_cast<float>(i) / 3.0F);
      QCOMPARE(floats(sample.at("weights")), std::vector<float>{0.5F});
      // A double that was kept, by its plain name.
      QCOMPARE(floats(sample.at("score")), std::vector<float>{static_cast<float>(static_cast<double>(i) / 7.0)});
    }
  }

  void textsAreBytes() {
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      const Feature& note = m_samples[i].at("note");
      QCOMPARE(note.kind, 1U);
      QCOMPARE(note.payload, m_dataset->readTexts("note", i, 1).value().front());
    }
  }

  void theBoundOfASampleHoldsItsRecordAndItsLine() {
    const test::WholeShard whole(*m_dataset);
    const auto format = whole.format(Format::tfrecord);
    QVERIFY(format);
    const std::vector<std::uint64_t> most = whole.mostBytes(**format);
    std::istringstream lines(test::fileIn(in("out"), m_files[1]));
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      std::string offset;
      std::string bytes;
      QVERIFY(lines >> offset >> bytes);
      QVERIFY(most[i] >= std::stoull(bytes) + offset.size() + bytes.size() + 2);
    }
  }

 private:
  std::filesystem::path in(const char* name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

  /// CRC-32C bit by bit, rotated and added to as TensorFlow stores it.
  static std::uint64_t masked(const std::string& bytes) {
    std::uint32_t sum = ~0U;
    for (const char byte : bytes) {
      sum ^= static_cast<unsigned char>(byte);
      for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0x82F63B78U : 0U);
    }
    sum = ~sum;
    return static_cast<std::uint32_t>(((sum >> 15U) | (sum << 17U)) + 0xA282EAD8U);
  }

  static std::uint64_t varint(std::string_view& from) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; !from.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(from.front());
      from.remove_prefix(1);
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) break;
    }
    return number;
  }
  /// The fields of a message whose fields all have a length, by number and in their order.
  static std::vector<std::pair<unsigned, std::string_view>> fieldsOf(std::string_view message) {
    std::vector<std::pair<unsigned, std::string_view>> fields;
    while (!message.empty()) {
      const std::uint64_t tag = varint(message);
      if ((tag & 7U) != 2) qFatal("a field without a length");
      const std::uint64_t length = varint(message);
      if (length > message.size()) qFatal("a field beyond its message");
      fields.emplace_back(static_cast<unsigned>(tag >> 3U), message.substr(0, length));
      message.remove_prefix(length);
    }
    return fields;
  }
  /// The features of each record by their names.
  static std::vector<std::map<std::string, Feature>> samplesIn(const std::string& content) {
    std::vector<std::map<std::string, Feature>> samples;
    for (std::size_t at = 0; at < content.size();) {
      const std::uint64_t length = test::littleEndian(content, at, 8);
      const auto example = fieldsOf(std::string_view(content).substr(at + 12, length));
      auto& sample = samples.emplace_back();
      for (const auto& [number, entry] : fieldsOf(example.at(0).second)) {
        const auto named = fieldsOf(entry);
        const auto feature = fieldsOf(named.at(1).second).at(0);
        sample[std::string(named.at(0).second)] = {feature.first, std::string(fieldsOf(feature.second).at(0).second)};
      }
      at += length + 16;
    }
    return samples;
  }
  static std::vector<float> floats(const Feature& feature) {
    std::vector<float> values(feature.kind == 2 ? feature.payload.size() / sizeof(float) : 0);
    std::memcpy(values.data(), feature.payload.data(), values.size() * sizeof(float));
    return values;
  }
  static std::vector<std::uint64_t> wholes(const Feature& feature) {
    std::vector<std::uint64_t> values;
    std::string_view rest = feature.payload;
    while (feature.kind == 3 && !rest.empty()) values.push_back(varint(rest));
    return values;
  }

  QTemporaryDir m_folder;
  std::shared_ptr<const store::Dataset> m_dataset;
  std::vector<ShardFile> m_files;
  std::string m_content;
  std::vector<std::map<std::string, Feature>> m_samples;
};

MASU_TEST(TfrecordTest)
#include "tfrecord_test.moc"
