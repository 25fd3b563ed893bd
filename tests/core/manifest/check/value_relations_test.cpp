// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/check/value_relations.h"

#include <QTest>
#include <cmath>
#include <limits>

#include "core/manifest/check/check_context.h"
#include "tests/fixtures/check_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using Kind = ValueRelation::Kind;
using Names = std::vector<std::string>;

namespace {

constexpr std::uint64_t kRows = 3000;

Result<ValueRelation> relationOf(const FakeDataset& data, const store::Assignment& assignment, bool stopped = false) {
  Progress progress;
  std::stop_source stop;
  if (stopped) stop.request_stop();
  const JobContext job{stop.get_token(), progress};
  return strongestRelation({data, assignment, std::uint64_t{64} << 20U, {}, job});
}

}  // namespace

/// What determines values of labels, found in noise with one relation in it.
class ValueRelationsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_noise = fixture::noise(4 * kRows); }

  void nothingDeterminesNoise() {
    const ValueRelation found = of([](const float*, std::uint64_t i) { return static_cast<float>(i * 7919 % 101); });
    QVERIFY(!found.givesAway());
    QVERIFY(found.strength < 0.1);
    QVERIFY(found.samples > 0 && found.samples <= kRows);
  }

  /// R² of a straight line does not depend on its slope, nor on its sign.
  void aStraightLineIsLinear() {
    const ValueRelation found = of([](const float* row, std::uint64_t) { return 5 - 3 * row[2]; });
    QVERIFY(found.kind == Kind::linear);
    QCOMPARE(found.columns, Names{"column 2"});
    QVERIFY2(found.strength > 0.999999, std::to_string(found.strength).c_str());
    QVERIFY(found.givesAway());
  }

  void aCurveIsMonotone() {
    const ValueRelation found = of([](const float* row, std::uint64_t) { return std::exp(3 * row[1]); });
    QVERIFY(found.kind == Kind::monotone);
    QCOMPARE(found.columns, Names{"column 1"});
    QVERIFY(found.strength > 0.9999 && found.givesAway());
  }

  /// Each of the two says half of it.
  void twoPartsArePairedInTheOrderOfTheColumns() {
    const ValueRelation found = of([](const float* row, std::uint64_t) { return row[3] - row[0]; });
    QVERIFY(found.kind == Kind::pair);
    QCOMPARE(found.columns, (Names{"column 0", "column 3"}));
    QVERIFY(found.strength > 0.9999 && found.givesAway());
  }

  /// Neither factor says much alone; also where both take either sign, or zero.
  void twoFactorsAreAProduct() {
    for (const float shift : {0.F, 0.5F}) {
      const ValueRelation found =
          of([&](const float* row, std::uint64_t) { return 3 - 2 * (row[3] - shift) * row[1]; });
      QCOMPARE(found.kind == Kind::product, shift == 0);
      QCOMPARE(found.givesAway(), shift == 0);
      if (found.givesAway()) QCOMPARE(found.columns, (Names{"column 1", "column 3"}));
    }
  }

  void oneByAnotherIsAQuotient() {
    const auto noise = m_noise;
    for (float& value : m_noise) value += 0.25F;
    const ValueRelation found = of([](const float* row, std::uint64_t) { return row[3] / row[0]; });
    const ValueRelation other = of([](const float* row, std::uint64_t) { return row[0] / row[3]; });
    m_noise = noise;
    QVERIFY(found.kind == Kind::quotient && found.givesAway());
    QCOMPARE(found.columns, (Names{"column 3", "column 0"}));
    QVERIFY(other.kind == Kind::quotient && other.givesAway());
    QCOMPARE(other.columns, (Names{"column 0", "column 3"}));
  }

  /// A few quotients far from all others explain nearly all of the variance, and not the order of the rest.
  void farValuesAloneDetermineNothing() {
    const auto noise = m_noise;
    for (std::uint64_t i = 0; i < kRows; i += 500) m_noise[4 * i] = 1e-4F;
    const ValueRelation found = of([](const float* row, std::uint64_t) { return row[3] / row[0] + row[1]; });
    m_noise = noise;
    QVERIFY2(!found.givesAway(), std::to_string(found.strength).c_str());
  }

  /// A quotient that some rows with a label do not have determines nothing.
  void whatCannotBeDividedIsNoQuotient() {
    const auto noise = m_noise;
    for (float& value : m_noise) value += 0.25F;
    for (std::uint64_t i = 0; i < kRows; i += 10) m_noise[4 * i] = 0;
    const ValueRelation found =
        of([](const float* row, std::uint64_t) { return row[0] == 0 ? 1.F : row[3] / row[0]; });
    m_noise = noise;
    QVERIFY(found.kind != Kind::quotient && !found.givesAway());
  }

  void moreThanTwoPartsAreASumOfAllSamples() {
    const ValueRelation found =
        of([](const float* row, std::uint64_t) { return row[0] + 2 * row[1] - row[2] + 3 * row[3]; });
    QVERIFY(found.kind == Kind::sum);
    QCOMPARE(found.columns, (Names{"column 0", "column 1", "column 2", "column 3"}));
    QCOMPARE(found.samples, kRows);
    QVERIFY(found.givesAway());
  }

  /// The words 1 and 2 stand for 10 and 20, so that all of the variance is between them.
  void wordsAreAsStrongAsTheirMeans() {
    std::vector<std::uint8_t> words(kRows);
    std::vector<float> labels(kRows);
    for (std::uint64_t i = 0; i < kRows; ++i) {
      words[i] = static_cast<std::uint8_t>(1 + i * 31 % 7 % 2);
      labels[i] = static_cast<float>(10 * words[i]);
    }
    auto data = fixture::valued(kRows, m_noise, labels);
    table::Column city;
    city.name = "city";
    city.role = table::Role::category;
    city.dictionary = {"Oslo", "Paris"};
    data->editMeta().schema.columns.push_back(city);
    data->add("categories", table::DType::u8, {1}, 128, words);
    const auto found = relationOf(*data, fixture::halves(kRows));
    QVERIFY(found);
    QVERIFY(found->kind == Kind::category);
    QCOMPARE(found->columns, Names{"city"});
    QVERIFY(found->strength > 0.999999);
  }

  /// Unused samples are not looked at: those alone break the line here.
  void unusedSamplesSayNothing() {
    store::Assignment assignment = fixture::halves(kRows);
    for (std::uint64_t i = 0; i < kRows; i += 3) assignment[i] = store::Split::unused;
    const auto label = [](const float* row, std::uint64_t i) { return i % 3 == 0 ? 50.F : row[2]; };
    QVERIFY(!of(label).givesAway());
    const ValueRelation found = of(label, assignment);
    QVERIFY(found.kind == Kind::linear && found.givesAway());
    QVERIFY(found.samples <= kRows - kRows / 3);
  }

  void missingValuesAreLeftOut() {
    const auto noise = m_noise;
    for (std::uint64_t i = 0; i < kRows; i += 4) m_noise[4 * i + 2] = std::numeric_limits<float>::quiet_NaN();
    const ValueRelation found = of([&](const float* row, std::uint64_t i) { return noise[4 * i + 2] + 0 * row[0]; });
    m_noise = noise;
    QVERIFY(found.kind == Kind::linear);
    QVERIFY(found.strength > 0.999999);
  }

  /// Few rows fit anything, and equal labels have no variance.
  void tooLittleSaysNothing() {
    std::vector<float> features(4 * 20);
    std::vector<float> labels(20);
    for (std::size_t i = 0; i < labels.size(); ++i) features[4 * i] = labels[i] = static_cast<float>(i);
    const auto few = relationOf(*fixture::valued(20, features, labels), fixture::halves(20));
    QVERIFY(few);
    QVERIFY(few->kind == Kind::none);
    QVERIFY(of([](const float*, std::uint64_t) { return 1.F; }).kind == Kind::none);
    FakeDataset empty(0);
    const auto nothing = relationOf(empty, {});
    QVERIFY(nothing);
    QVERIFY(nothing->kind == Kind::none && !nothing->givesAway());
  }

  void aStopIsNoFailureInDisguise() {
    std::vector<float> labels(kRows, 1);
    const auto stopped = relationOf(*fixture::valued(kRows, m_noise, labels), fixture::halves(kRows), true);
    QVERIFY(!stopped);
    QVERIFY(stopped.error().code == Errc::cancelled);
  }

 private:
  /// Of four columns of noise and the label that `label` makes of a row.
  template <class Label>
  ValueRelation of(Label label, const store::Assignment& assignment = fixture::halves(kRows)) {
    std::vector<float> labels(kRows);
    for (std::uint64_t i = 0; i < kRows; ++i) labels[i] = label(m_noise.data() + 4 * i, i);
    const auto found = relationOf(*fixture::valued(kRows, m_noise, labels), assignment);
    return found.value();
  }

  std::vector<float> m_noise;
};

MASU_TEST(ValueRelationsTest)
#include "value_relations_test.moc"
