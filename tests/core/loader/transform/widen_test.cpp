// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/transform/widen.h"

#include <QTest>
#include <cstring>
#include <random>

#include "core/base/half.h"
#include "core/loader/read/stored_value.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::loader;

namespace {

/// The same coefficients in either precision, odd enough that a fused or reordered operation would show.
template <class Real>
struct Figures {
  std::vector<Real> scale, centre, low, inverse;
  std::vector<float> fill;

  explicit Figures(std::uint64_t channels) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> some(0.1, 3);
    for (std::uint64_t c = 0; c < channels; ++c) {
      const double mean = some(random) * 1000;
      scale.push_back(static_cast<Real>(some(random)));
      centre.push_back(static_cast<Real>(mean));
      low.push_back(static_cast<Real>(mean - static_cast<double>(static_cast<Real>(mean))));
      inverse.push_back(static_cast<Real>(1 / some(random)));
      fill.push_back(c % 3 == 0 ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(some(random)));
    }
  }

  WidenTable<Real> table(std::uint64_t run, bool lowestIsMissing) const {
    return {scale.data(), centre.data(), low.data(), inverse.data(), fill.data(), scale.size(), run, lowestIsMissing};
  }
};

template <class Real>
std::vector<float> widened(table::DType dtype, Simd simd, std::uint64_t channels, std::uint64_t run) {
  constexpr std::uint64_t kRows = 50;
  std::mt19937_64 random(5);
  const std::uint64_t rowBytes = channels * run * table::sizeOf(dtype);
  std::vector<std::byte> bytes(kRows * rowBytes);
  // Any bits at all: infinities, NaN, denormals and lowest codes among them.
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
  std::vector<std::uint64_t> rows(31);
  for (std::uint64_t& row : rows) row = random() % kRows;
  std::vector<float> out(rows.size() * channels * run);
  const Figures<Real> figures(channels);
  widenRows(dtype, simd, figures.table(run, true), {bytes.data(), rowBytes}, rows, out.data());
  return out;
}

}  // namespace

class WidenTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everySetOfInstructionsGivesTheSameBits_data();
  void everySetOfInstructionsGivesTheSameBits();
  void halvesWidenAsTheReferenceDoes();
};

void WidenTest::everySetOfInstructionsGivesTheSameBits_data() {
  QTest::addColumn<int>("dtype");
  using enum table::DType;
  for (const table::DType dtype : {f64, f32, f16, i32, u32, i16, u16, i8, u8}) {
    QTest::newRow(std::string(table::name(dtype)).c_str()) << int(dtype);
  }
}

void WidenTest::everySetOfInstructionsGivesTheSameBits() {
  QFETCH(int, dtype);
  const auto type = table::DType(dtype);
  const auto run = widensInFloat(type) ? widened<float> : widened<double>;
  for (const auto& [channels, length] :
       {std::pair<std::uint64_t, std::uint64_t>{28, 1}, {1, 1}, {67, 1}, {3, 100}, {2, 17}, {1, 5}}) {
    const std::vector<float> expected = run(type, Simd::scalar, channels, length);
    for (const Simd simd : {Simd::avx2, Simd::avx512}) {
      if (simd > bestSimd()) continue;
      const std::vector<float> got = run(type, simd, channels, length);
      QVERIFY(std::memcmp(got.data(), expected.data(), got.size() * sizeof(float)) == 0);
    }
  }
  if (bestSimd() == Simd::scalar) QSKIP("This machine has neither AVX2 nor AVX-512.");
}

void WidenTest::halvesWidenAsTheReferenceDoes() {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float expected = floatFromHalf(static_cast<std::uint16_t>(bits));
    const float got = floatFromHalfBits(static_cast<std::uint16_t>(bits));
    QVERIFY2(std::memcmp(&got, &expected, sizeof(float)) == 0, qPrintable(QString::number(bits, 16)));
  }
}

MASU_TEST(WidenTest)
#include "widen_test.moc"
