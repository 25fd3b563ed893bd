// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/content/sample_reader.h"

#include <QTest>
#include <cmath>
#include <cstring>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
using table::DType;
using Samples = std::vector<std::uint64_t>;

/// Objects of any samples, in the order asked for.
class SampleReaderTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 1000;

  FakeDataset m_dataset{kSamples};
  const std::vector<Samples> m_asked = {
      {}, {0}, {999}, {5, 6, 7, 8}, {8, 7, 6, 5}, {3, 3, 3}, {0, 999, 1}, {10, 74, 139, 9}, {500, 501, 0, 1, 998, 999}};

 private Q_SLOTS:
  void initTestCase() {
    std::vector<std::int16_t> codes;
    std::vector<std::uint64_t> ends;
    std::vector<store::Origin> origins;
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; i < kSamples; ++i) {
      codes.push_back(static_cast<std::int16_t>(i % 50 == 0 ? -32768 : static_cast<int>(i)));
      codes.push_back(static_cast<std::int16_t>(-static_cast<int>(i)));
      ends.push_back(end += i % 7);
      origins.push_back({static_cast<std::uint32_t>(i % 3), i * i});
    }
    m_dataset.add("features", DType::i16, {2}, 64, codes);
    m_dataset.add("kept/number", DType::f64, {}, 64, std::vector<double>(kSamples, 1.5));
    m_dataset.add("kept/text", DType::f64, {}, 64, ends);
    m_dataset.editObjects().back().element = store::Element::textEnds;
    m_dataset.addOrigins(origins);
    for (const auto& [scale, offset] : {std::pair(.5, 10.), std::pair(2., -1.)}) {
      table::Column column;
      column.name = "x" + std::to_string(m_dataset.editMeta().schema.columns.size());
      column.stored = DType::i16;
      column.scale = scale;
      column.offset = offset;
      m_dataset.editMeta().schema.columns.push_back(column);
    }
  }

  void rowsAreThoseAskedFor() {
    SampleReader reader(m_dataset, {});
    const store::ObjectInfo& features = *m_dataset.find("features");
    for (const Samples& samples : m_asked) {
      const auto rows = reader.rows(features, samples);
      QVERIFY(rows);
      QCOMPARE(rows->size(), samples.size() * 4);
      for (std::size_t i = 0; i < samples.size(); ++i) {
        std::int16_t second = 0;
        std::memcpy(&second, rows->data() + 4 * i + 2, sizeof(second));
        QCOMPARE(static_cast<std::uint64_t>(-second), samples[i]);
      }
    }
  }

  void valuesAreScaledAndMissingOnesAreNaN() {
    SampleReader reader(m_dataset, {});
    const store::ObjectInfo& features = *m_dataset.find("features");
    for (const Samples& samples : m_asked) {
      const auto values = reader.values(features, samples);
      QVERIFY(values);
      QCOMPARE(values->size(), samples.size() * 2);
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto sample = static_cast<double>(samples[i]);
        if (samples[i] % 50 == 0)
          QVERIFY(std::isnan((*values)[2 * i]));
        else
          QCOMPARE((*values)[2 * i], sample * .5 + 10);
        QCOMPARE((*values)[2 * i + 1], -sample * 2 - 1);
      }
    }
    const auto plain = reader.values(*m_dataset.find("kept/number"), m_asked.back());
    QVERIFY(plain);
    QCOMPARE(std::vector<double>(plain->begin(), plain->end()), std::vector<double>(6, 1.5));
  }

  void textsHaveTheirLengths() {
    SampleReader reader(m_dataset, {});
    const store::ObjectInfo& ends = *m_dataset.find("kept/text");
    for (const Samples& samples : m_asked) {
      const auto lengths = reader.textLengths(ends, samples);
      QVERIFY(lengths);
      QCOMPARE(lengths->size(), samples.size());
      for (std::size_t i = 0; i < samples.size(); ++i) QCOMPARE(std::uint64_t{(*lengths)[i]}, samples[i] % 7);
    }
  }

  void originsAreThoseOfTheSamples() {
    SampleReader reader(m_dataset, {});
    for (const Samples& samples : m_asked) {
      const auto origins = reader.origins(*m_dataset.find("origin"), samples);
      QVERIFY(origins);
      QCOMPARE(origins->size(), samples.size());
      for (std::size_t i = 0; i < samples.size(); ++i) {
        QCOMPARE(std::uint64_t{(*origins)[i].source}, samples[i] % 3);
        QCOMPARE((*origins)[i].position, samples[i] * samples[i]);
      }
    }
  }

  void aStoppedReadIsCancelled() {
    std::stop_source source;
    source.request_stop();
    SampleReader reader(m_dataset, source.get_token());
    QVERIFY(reader.textLengths(*m_dataset.find("kept/text"), m_asked.back()).error().code == Errc::cancelled);
    QVERIFY(reader.origins(*m_dataset.find("origin"), m_asked.back()).error().code == Errc::cancelled);
  }
};

MASU_TEST(SampleReaderTest)
#include "sample_reader_test.moc"
