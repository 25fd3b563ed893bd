// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_meter.h"

#include <QTest>
#include <chrono>
#include <cmath>
#include <set>

#include "core/base/hash.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;
using namespace std::chrono_literals;
using Indices = std::vector<std::uint64_t>;
using Labels = std::vector<std::int64_t>;

namespace {

/// A batch of class labels, or of several values a sample where there are no labels.
void deliver(StreamMeter& meter, const Indices& indices, const Labels& labels, const std::vector<float>& targets = {},
             std::uint64_t padding = 0) {
  Batch batch;
  batch.samples = indices.size();
  batch.padding = padding;
  batch.indices = indices;
  batch.labels = labels;
  batch.targets = targets;
  meter.delivered(batch, 0s, {});
}

std::uint64_t hashOf(const Indices& indices) {
  Hasher64 hasher;
  hasher.update(std::as_bytes(std::span(indices)));
  return hasher.digest();
}

/// Of eight samples, two a batch.
double effectOf(const std::vector<Labels>& batches) {
  StreamMeter meter(8, 2, 1);
  for (const Labels& labels : batches) deliver(meter, Indices(labels.size()), labels);
  return meter.report().designEffect;
}

}  // namespace

/// What is measured of a stream, against sums worked out by hand.
class StreamMeterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void beforeTheFirstBatchThereIsNothing() {
    const StreamReport report = StreamMeter(10, 2, 1).report();
    QCOMPARE(report.samples, std::uint64_t{0});
    QCOMPARE(report.batches, std::uint64_t{0});
    QCOMPARE(report.seconds, 0.);
    QCOMPARE(report.starvedFraction, 0.);
    QCOMPARE(report.designEffect, 1.);
    QCOMPARE(report.orderHash, hashOf({}));
  }

  /// The hash is of the order alone, however it is cut into batches; padding is no sample.
  void theOrderIsHashedWithoutPadding() {
    StreamMeter meter(10, 3, 1);
    deliver(meter, {7, 1, 4}, {0, 1, 0});
    deliver(meter, {9, 2, 2}, {1, 0, 0}, {}, 1);
    const StreamReport report = meter.report();
    QCOMPARE(report.samples, std::uint64_t{5});
    QCOMPARE(report.batches, std::uint64_t{2});
    QCOMPARE(report.orderHash, hashOf({7, 1, 4, 9, 2}));
    QVERIFY(report.orderHash != hashOf({1, 7, 4, 9, 2}));
  }

  /// Waiting for the first batch is the start of a stream, not starvation.
  void waitingCountsFromTheFirstBatchOn() {
    StreamMeter meter(10, 1, 1);
    const StreamMeter::Clock::time_point begin{};
    const Indices indices = {0};
    Batch batch;
    batch.samples = 1;
    batch.indices = indices;
    meter.delivered(batch, 100s, begin + 100s);
    QCOMPARE(meter.report().seconds, 0.);
    QCOMPARE(meter.report().starvedFraction, 0.);
    meter.delivered(batch, 1s, begin + 104s);
    meter.delivered(batch, 2s, begin + 112s);
    QCOMPARE(meter.report().seconds, 12.);
    QCOMPARE(meter.report().starvedFraction, 0.25);
  }

  /// Labels 0, 0, 1, 1 have the variance 1/4, and means of two drawn of eight 1/4 / 2 × 6/7. Where equal ones come
  /// together the means vary by 1/4, which is 7/3 of that; where each batch has both, by nothing.
  void theDesignEffectComparesMeansOfBatches() {
    QVERIFY(std::abs(effectOf({{0, 0}, {1, 1}}) - 7. / 3) < 1e-12);
    QVERIFY(std::abs(effectOf({{0, 1}, {1, 0}})) < 1e-12);
    // Not of the labels' size: these are so far from 0 that sums of their squares would be too inexact.
    QVERIFY(std::abs(effectOf({{100000000, 100000000}, {100000001, 100000001}}) - 7. / 3) < 1e-9);
    // Of one full batch, of equal labels, and where a batch is all of the split, nothing is known.
    QCOMPARE(effectOf({{0, 1}}), 1.);
    QCOMPARE(effectOf({{0, 1}, {1}}), 1.);
    QCOMPARE(effectOf({{5, 5}, {5, 5}}), 1.);
    StreamMeter whole(2, 2, 1);
    deliver(whole, {0, 1}, {0, 0});
    deliver(whole, {1, 0}, {1, 1});
    QCOMPARE(whole.report().designEffect, 1.);
  }

  /// Of several values a sample has, the first.
  void valuesCountLikeLabels() {
    StreamMeter meter(8, 2, 1);
    deliver(meter, {0, 1}, {}, {0, 9, 0, -3});
    deliver(meter, {2, 3}, {}, {1, 5, 1, 77});
    QVERIFY(std::abs(meter.report().designEffect - 7. / 3) < 1e-12);
    StreamMeter none(8, 2, 1);
    deliver(none, {0, 1}, {});
    deliver(none, {2, 3}, {});
    QCOMPARE(none.report().designEffect, 1.);
  }

  /// Chunks of ten samples; the first batch and the 17th are looked at, and those between are not.
  void chunksAreCountedInEverySixteenthFullBatch() {
    StreamMeter meter(1000, 4, 10);
    deliver(meter, {0, 9, 10, 35}, {});
    QCOMPARE(meter.report().chunksPerBatch, 3.);
    for (int i = 0; i < 15; ++i) deliver(meter, {0, 100, 200, 300}, {});
    QCOMPARE(meter.report().chunksPerBatch, 3.);
    deliver(meter, {1, 2, 3, 4}, {});
    QCOMPARE(meter.report().chunksPerBatch, 2.);
    StreamMeter uneven(1000, 4, 10);
    deliver(uneven, {0, 100}, {});
    QCOMPARE(uneven.report().chunksPerBatch, 0.);
  }

  void theSlowestStageTakesMostTime() {
    const auto slowest = [](double disk, double decode, double transform) {
      StageSeconds stages;
      stages.disk = disk;
      stages.decode = decode;
      stages.transform = transform;
      return slowestStage(stages);
    };
    QVERIFY(slowest(3, 2, 1) == Bottleneck::disk);
    QVERIFY(slowest(1, 3, 2) == Bottleneck::decode);
    QVERIFY(slowest(1, 2, 3) == Bottleneck::transform);
    std::set<std::string_view> names;
    for (const Bottleneck one : {Bottleneck::trainer, Bottleneck::disk, Bottleneck::decode, Bottleneck::transform}) {
      QVERIFY(names.insert(name(one)).second);
    }
  }
};

MASU_TEST(StreamMeterTest)
#include "stream_meter_test.moc"
