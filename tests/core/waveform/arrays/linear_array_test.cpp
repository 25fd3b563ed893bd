// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/waveform/arrays/linear_array.h"

#include <QTest>
#include <algorithm>
#include <cstring>
#include <functional>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using Shape = std::vector<std::uint64_t>;

namespace {

std::shared_ptr<const io::File> fileOf(const std::vector<std::byte>& bytes) {
  auto file = io::File::createInMemory("made.bin");
  if (!file || !file->writeAt(0, bytes)) qFatal("no memory for a file");
  return std::make_shared<io::File>(std::move(*file));
}

/// Where an element is in a file, by what the two orders mean.
std::uint64_t placeOf(const LinearLayout& layout, const Shape& index) {
  std::uint64_t place = 0;
  for (std::size_t k = 0; k < index.size(); ++k) {
    const std::size_t axis = layout.fortran ? index.size() - 1 - k : k;
    place = place * layout.shape[axis] + index[axis];
  }
  return place;
}

/// 16-bit numbers from 0 on, in the order of the file, after a header of three bytes.
std::shared_ptr<const io::File> counted(const LinearLayout& layout) {
  std::vector<std::byte> bytes(layout.offset);
  for (std::uint64_t i = 0; i < *elementsOf(layout.shape); ++i) {
    const auto high = static_cast<std::byte>(i >> 8U);
    const auto low = static_cast<std::byte>(i & 0xFFU);
    bytes.insert(bytes.end(), {layout.bigEndian ? high : low, layout.bigEndian ? low : high});
  }
  return fileOf(bytes);
}

/// Reads a box of the array, and compares every number with the place of its element.
bool isRead(LinearArray& array, const LinearLayout& layout, const Slab& slab, std::size_t size) {
  std::vector<double> out(size, -1);
  if (!array.read(slab, out)) return false;
  std::vector<double> expected(size, -1);
  Shape index(slab.size());
  const std::function<void(std::size_t, std::size_t)> fill = [&](std::size_t axis, std::size_t to) {
    if (axis == slab.size()) {
      expected[to] = static_cast<double>(placeOf(layout, index));
      return;
    }
    for (std::uint64_t i = 0; i < slab[axis].count; ++i) {
      index[axis] = slab[axis].start + i;
      fill(axis + 1, to + i * slab[axis].step);
    }
  };
  fill(0, 0);
  return out == expected;
}

}  // namespace

/// Boxes of arrays that are in a file as they are.
class LinearArrayTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Whatever the order of the file, of its bytes and of what is read.
  void everyBoxHoldsItsElements() {
    std::mt19937 random(2);
    for (const Shape& shape : {Shape{}, Shape{17}, Shape{5, 7}, Shape{1, 9}, Shape{3, 4, 5}, Shape{2, 3, 4, 5}}) {
      for (const bool fortran : {false, true}) {
        const LinearLayout layout{shape, ElementType::u16, fortran, fortran, 3};
        LinearArray array(counted(layout), layout, "made");
        for (int round = 0; round < 40; ++round) {
          Slab slab(shape.size());
          std::vector<std::size_t> order(shape.size());
          for (std::size_t i = 0; i < shape.size(); ++i) {
            slab[i].start = random() % shape[i];
            slab[i].count = round == 0 ? shape[i] : 1 + random() % (shape[i] - slab[i].start);
            if (round == 0) slab[i].start = 0;
            order[i] = i;
          }
          std::shuffle(order.begin(), order.end(), random);
          std::size_t step = 1 + random() % 2;
          for (const std::size_t axis : order) {
            slab[axis].step = step;
            step *= slab[axis].count;
          }
          QVERIFY(isRead(array, layout, slab, step + 1));
        }
      }
    }
  }

  /// More than the buffer, in one run and in far columns.
  void aLongArrayIsReadInPieces() {
    const LinearLayout layout{{400, 150}, ElementType::u16, false, false, 3};
    LinearArray array(counted(layout), layout, "made");
    QVERIFY(isRead(array, layout, {{0, 400, 150}, {0, 150, 1}}, 60000));
    QVERIFY(isRead(array, layout, {{1, 399, 1}, {149, 1, 1}}, 399));
    const LinearLayout wide{{3, 20000}, ElementType::u16, false, false, 3};
    LinearArray columns(counted(wide), wide, "made");
    QVERIFY(isRead(columns, wide, {{0, 3, 2}, {19998, 2, 1}}, 6));
    std::vector<std::byte> doubles(sizeof(double) * 70000);
    for (std::size_t i = 0; i < 70000; ++i) {
      const auto value = static_cast<double>(i) / 2;
      std::memcpy(doubles.data() + i * sizeof value, &value, sizeof value);
    }
    LinearArray large(fileOf(doubles), {{70000}, ElementType::f64}, "made");
    std::vector<double> out(70000);
    QVERIFY(large.read({{0, 70000, 1}}, out));
    for (std::size_t i = 0; i < out.size(); ++i) QCOMPARE(out[i], static_cast<double>(i) / 2);
  }

  void anEmptyBoxReadsNothing() {
    const LinearLayout layout{{4, 4}, ElementType::u16, false, false, 0};
    LinearArray array(fileOf({}), layout, "made");
    std::vector<double> none;
    QVERIFY(array.read({{0, 0, 1}, {0, 4, 1}}, none));
  }

  /// The file was truncated after it was opened; what is before the cut is read as ever.
  void aFileThatEndsBeforeIsDamaged() {
    const LinearLayout layout{{100}, ElementType::u16, false, false, 3};
    auto file = std::make_shared<io::File>(io::File::createInMemory("made.bin").value());
    QVERIFY(file->writeAt(0, std::vector<std::byte>(3 + 2 * 100)));
    LinearArray array(file, layout, "made");
    std::vector<double> out(100);
    QVERIFY(array.read({{0, 100, 1}}, out));
    QVERIFY(file->resize(3 + 2 * 60));
    const auto cut = array.read({{0, 100, 1}}, out);
    QVERIFY(!cut);
    QVERIFY(cut.error().code == Errc::damaged);
    QVERIFY(array.read({{0, 60, 1}}, out));
  }

  void anIntegerWithoutADoubleIsNamedWithItsArray() {
    const std::int64_t odd = (std::int64_t{1} << 53) + 1;
    std::vector<std::byte> bytes(2 * sizeof odd);
    std::memcpy(bytes.data() + sizeof odd, &odd, sizeof odd);
    LinearArray array(fileOf(bytes), {{2}, ElementType::i64}, "x.npz: counts");
    std::vector<double> out(2);
    QVERIFY(array.read({{0, 1, 1}}, out));
    const auto refused = array.read({{0, 2, 1}}, out);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().starts_with("x.npz: counts holds 64-bit integers beyond 2^53"));
  }
};

MASU_TEST(LinearArrayTest)
#include "linear_array_test.moc"
