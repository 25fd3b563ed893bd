// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/sample_view.h"

#include <QTest>
#include <cmath>
#include <cstring>
#include <random>

#include "tests/fixtures/streams.h"
#include "tests/fixtures/test_group.h"

using namespace streams;

namespace {

constexpr std::uint64_t kSamples = 300;

/// Recordings of two channels in a type, some values missing where the type has NaN.
template <class Stored>
std::shared_ptr<FakeDataset> recordings(DType dtype, double scale) {
  std::mt19937 random(9);
  std::vector<Stored> values(kSamples * 2 * 50);
  for (Stored& value : values) value = static_cast<Stored>(static_cast<int>(random() % 200) - 100);
  if constexpr (std::is_floating_point_v<Stored>) {
    for (std::size_t i = 0; i < values.size(); i += 7) values[i] = NAN;
  } else {
    for (std::size_t i = 0; i < values.size(); i += 7) values[i] = std::numeric_limits<Stored>::lowest();
  }
  auto dataset = std::make_shared<FakeDataset>(kSamples);
  dataset->add("features", dtype, {2, 50}, 16, values);
  for (int c = 0; c < 2; ++c) {
    masu::table::Column column;
    column.scale = scale;
    column.offset = scale == 1 ? 0 : 3;
    dataset->editMeta().schema.columns.push_back(column);
  }
  return dataset;
}

}  // namespace

class SampleViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isWhatABatchHolds_data() {
    QTest::addColumn<QString>("stored");
    QTest::addColumn<bool>("normalise");
    QTest::addColumn<bool>("fill");
    QTest::addColumn<QString>("augment");
    const QString all = "noise=0.05,gain=0.8..1.2,shift=10,crop=0.9,mask=7,drop=0.3,flip=0.5";
    QTest::newRow("as stored") << "f32" << false << false << "";
    QTest::newRow("normalised") << "f32" << true << false << "";
    QTest::newRow("filled") << "f32" << false << true << "";
    QTest::newRow("everything") << "f32" << true << true << all;
    QTest::newRow("codes, everything") << "i16" << true << false << all;
    QTest::newRow("f64, varied") << "f64" << false << false << "noise=1,flip=0.5";
  }
  void isWhatABatchHolds() {
    QFETCH(const QString, stored);
    QFETCH(const bool, normalise);
    QFETCH(const bool, fill);
    QFETCH(const QString, augment);
    const auto dataset = stored == "f32"   ? recordings<float>(DType::f32, 1)
                         : stored == "f64" ? recordings<double>(DType::f64, 1)
                                           : recordings<std::int16_t>(DType::i16, 0.25);
    dataset->editMeta().missingByTrainMean = fill;
    const Assignment assignment = twoThirds(kSamples);
    StreamOptions options;
    options.batch = 32;
    options.epochs = 3;
    options.seed = 77;
    options.normalise = normalise;
    options.augment = *AugmentSpec::parse(augment.toStdString());
    options.resources = {2, kPlenty};
    auto stream = openStream(dataset, &assignment, options);
    QVERIFY(stream);
    const auto view = SampleView::open(dataset, &assignment, {"default", normalise, {2, kPlenty}}, {});
    QVERIFY(view);
    std::uint64_t seen = 0;
    for (auto batch = (*stream)->next({}); batch && *batch; batch = (*stream)->next({})) {
      const auto shown = (*view)->features((*batch)->indices, {options.augment, options.seed, (*batch)->epoch}, {});
      QVERIFY(shown);
      QCOMPARE(shown->size(), (*batch)->features.size());
      QVERIFY(std::memcmp(shown->data(), (*batch)->features.data(), shown->size() * sizeof(float)) == 0);
      seen += (*batch)->samples;
    }
    QCOMPARE(seen, 3 * (kSamples - (kSamples + 2) / 3));
    // Another draw is another picture, and one sample alone is the same as among others.
    const std::uint64_t one[] = {4};
    const auto here = (*view)->features(one, {options.augment, 77, 0}, {});
    const auto again = (*view)->features(one, {options.augment, 77, 0}, {});
    const auto other = (*view)->features(one, {options.augment, 78, 0}, {});
    const auto same = [](const auto& a, const auto& b) {
      return std::memcmp(a->data(), b->data(), a->size() * sizeof(float)) == 0;
    };
    QVERIFY(same(here, again));
    QCOMPARE(same(here, other), augment.isEmpty());
  }

  void reportsWhatATableCannotDo() {
    const auto dataset = numbered(kSamples, 16);
    const auto view = SampleView::open(dataset, nullptr, {"default", true, {1, kPlenty}}, {});
    QVERIFY(view);
    const std::uint64_t one[] = {0};
    const auto shown = (*view)->features(one, {*AugmentSpec::parse("shift=2"), 0, 0}, {});
    QVERIFY(!shown);
    QCOMPARE(shown.error().code, masu::Errc::invalidArgument);
    QVERIFY((*view)->features(one, {*AugmentSpec::parse("noise=2"), 0, 0}, {}));
  }

  void needsATrainSplitOnlyForItsStatistics() {
    const auto dataset = numbered(kSamples, 16);
    const Assignment none(kSamples, Split::test);
    QVERIFY(!SampleView::open(dataset, &none, {"default", true, {1, kPlenty}}, {}));
    QVERIFY(SampleView::open(dataset, &none, {"default", false, {1, kPlenty}}, {}));
  }
};

MASU_TEST(SampleViewTest)
#include "sample_view_test.moc"
