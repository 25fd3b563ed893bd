// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/array_axes.h"

#include <QTest>
#include <algorithm>
#include <limits>
#include <numeric>

#include "tests/fixtures/test_group.h"

using namespace masu::waveform;
using Shape = std::vector<std::uint64_t>;

namespace {

/// All shapes of up to five dimensions of a few lengths.
std::vector<Shape> someShapes() {
  std::vector<Shape> shapes = {{}};
  for (std::size_t begin = 0, dimensions = 0; dimensions < 5; ++dimensions) {
    const std::size_t end = shapes.size();
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint64_t size : {0U, 1U, 3U, 1000U}) {
        Shape shape = shapes[i];
        shape.push_back(size);
        shapes.push_back(std::move(shape));
      }
    }
    begin = end;
  }
  return shapes;
}

std::uint64_t elements(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::uint64_t{1}, std::multiplies<>());
}

}  // namespace

class ArrayAxesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Whatever the dimensions mean, every element is one frame of one channel.
  void channelsTimesFramesIsAll() {
    for (const Shape& shape : someShapes()) {
      for (const FrameAxis frames : {FrameAxis::longer, FrameAxis::first, FrameAxis::last}) {
        const auto axes = axesOf(shape, frames);
        QCOMPARE(axes.has_value(), shape.size() <= 4);
        if (!axes) continue;
        QCOMPARE(axes->shape, shape);
        QCOMPARE(axes->axes.size(), shape.size());
        QCOMPARE(axes->channels() * axes->frames(), elements(shape));
        QVERIFY(std::ranges::count(axes->axes, ArrayAxis::channel) <= 1);
        QCOMPARE(axes->hasSamples(), shape.size() > 2);
      }
    }
  }

  void ofAMatrixTheLongerSideIsTime() {
    QCOMPARE(axesOf({1000, 8})->channels(), std::uint64_t{8});
    QCOMPARE(axesOf({8, 1000})->channels(), std::uint64_t{8});
    QCOMPARE(axesOf({5, 5})->axes.front(), ArrayAxis::frame);  // the first of equals
    QCOMPARE(axesOf({1000, 8}, FrameAxis::last)->channels(), std::uint64_t{1000});
    QCOMPARE(axesOf({8, 1000}, FrameAxis::first)->channels(), std::uint64_t{1000});
  }

  /// A vector is one channel however it lies; what was asked of matrices does not turn it.
  void aVectorIsOneChannel() {
    for (const Shape& shape : {Shape{7}, Shape{7, 1}, Shape{1, 7}, Shape{1}, Shape{1, 1}}) {
      QVERIFY(!isMatrix(shape));
      for (const FrameAxis frames : {FrameAxis::longer, FrameAxis::first, FrameAxis::last})
        QCOMPARE(axesOf(shape, frames)->channels(), std::uint64_t{1});
    }
    QVERIFY(isMatrix({2, 2}));
    QVERIFY(!isMatrix({2, 2, 2}));
  }

  void samplesHaveChannelsAndTheirOwnShape() {
    const auto images = axesOf({60000, 3, 28, 30});
    QCOMPARE(images->sampleShape(3), (Shape{3, 28, 30}));
    QCOMPARE(images->sampleShape(1), (Shape{1, 28, 30}));
    QVERIFY(axesOf({1000, 8})->sampleShape(8).empty());
    const auto rows = axesOfRows({100, 5});
    QCOMPARE(rows->sampleShape(5), Shape{5});
    QCOMPARE(rows->channels(), std::uint64_t{5});
    QVERIFY(axesOfRows({5, 100})->channels() == 100);  // rows are samples, whichever side is longer
    QVERIFY(axesOfRows({9})->hasSamples());
    QCOMPARE(axesOfRows({9})->channels(), std::uint64_t{1});
  }

  /// Products of dimensions that a damaged file claims do not wrap to something small.
  void noShapeIsBeyondAllFiles() {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    for (const Shape& shape :
         {Shape{kMost}, Shape{std::uint64_t{1} << 63}, Shape{std::uint64_t{1} << 32, std::uint64_t{1} << 32},
          Shape{std::uint64_t{1} << 40, 0, std::uint64_t{1} << 40}, Shape{3, kMost / 3, 2, 2}}) {
      QVERIFY(!axesOf(shape));
      QVERIFY(!axesOfRows(shape));
    }
  }

  void channelsAreNamedApart() {
    QCOMPARE(channelNames("x", 1), std::vector<std::string>{"x"});
    QCOMPARE(channelNames("x", 2), (std::vector<std::string>{"x.1", "x.2"}));
    QCOMPARE(channelNames("", 2), (std::vector<std::string>{"c1", "c2"}));
    QCOMPARE(channelNames("", 1), std::vector<std::string>{"c1"});
    QVERIFY(channelNames("x", 0).empty());
    QCOMPARE(shapeText({60000, 28, 28}), std::string("[60000, 28, 28]"));
    QCOMPARE(shapeText({}), std::string("[]"));
  }
};

MASU_TEST(ArrayAxesTest)
#include "array_axes_test.moc"
