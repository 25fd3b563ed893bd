// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/half.h"
#include "tests/fixtures/test_group.h"

#include <QFile>
#include <QIODevice>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace masu;

namespace {

constexpr auto kPython = "/usr/bin/python3";

bool pythonHasNumpy() {
  return QProcess::execute(kPython, {"-c", "import numpy"}) == 0;
}

template <class T>
void writeValues(const QString& path, const std::vector<T>& values) {
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<qint64>(values.size() * sizeof(T)));
}

template <class T>
std::vector<T> readValues(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray bytes = file.readAll();
  std::vector<T> values(static_cast<std::size_t>(bytes.size()) / sizeof(T));
  std::memcpy(values.data(), bytes.constData(), values.size() * sizeof(T));
  return values;
}

/// Values whose rounding is hard: near every boundary of binary16, and at random over its range.
std::vector<double> difficultValues() {
  std::vector<double> values = {0.0,  -0.0,  65504,   65519.999, 65520,  65535,
                                1e10, -1e10, 5.96e-8, 2.98e-8,   2.9e-8, 1e-300};
  for (unsigned bits = 0; bits < 0x7C00; ++bits) {
    const double here = floatFromHalf(static_cast<std::uint16_t>(bits));
    const double next = bits + 1 < 0x7C00 ? floatFromHalf(static_cast<std::uint16_t>(bits + 1)) : 65536;
    const double middle = (here + next) / 2;
    values.insert(values.end(), {middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9), -middle});
  }
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-27, 17);
  for (int i = 0; i < 50'000; ++i) values.push_back(std::exp2(exponent(random)) * (random() & 1 ? 1 : -1));
  return values;
}

}  // namespace

class HalfTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void bringsEveryPatternBack() {
    for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
      const auto pattern = static_cast<std::uint16_t>(bits);
      const float value = floatFromHalf(pattern);
      if (std::isnan(value)) {
        QVERIFY(std::isnan(floatFromHalf(halfFromFloat(value))));
      } else {
        QCOMPARE(halfFromFloat(value), pattern);
        QCOMPARE(halfFromDouble(value), pattern);
      }
    }
  }

  void knowsTheLandmarksOfTheFormat() {
    QCOMPARE(halfFromFloat(1.0F), std::uint16_t{0x3C00});
    QCOMPARE(halfFromFloat(-2.0F), std::uint16_t{0xC000});
    QCOMPARE(halfFromFloat(65504.0F), std::uint16_t{0x7BFF});
    QCOMPARE(halfFromFloat(65520.0F), std::uint16_t{0x7C00});
    QCOMPARE(halfFromFloat(std::numeric_limits<float>::infinity()), std::uint16_t{0x7C00});
    QCOMPARE(halfFromDouble(0x1p-24), std::uint16_t{0x0001});
    QCOMPARE(halfFromDouble(0x1p-25), std::uint16_t{0x0000});
    QCOMPARE(halfFromDouble(0x1.8p-25), std::uint16_t{0x0001});
    QCOMPARE(halfFromFloat(-0.0F), std::uint16_t{0x8000});
    QVERIFY(std::isnan(floatFromHalf(halfFromFloat(std::numeric_limits<float>::quiet_NaN()))));
  }

  void roundsADoubleOnce() {
    // Just above the middle of two halves by less than a float can tell: by way of float it would round down.
    const double value = 1 + 0x1p-11 + 0x1p-40;
    QCOMPARE(halfFromDouble(value), std::uint16_t{0x3C01});
  }

  void agreesWithNumpy() {
    if (!pythonHasNumpy()) QSKIP("python3 with numpy is not installed");
    QTemporaryDir folder;
    const std::vector<double> values = difficultValues();
    writeValues(folder.filePath("values"), values);
    const QString script =
        "import numpy as np, sys\n"
        "np.seterr(all='ignore')\n"
        "d = sys.argv[1]\n"
        "np.fromfile(d + '/values', 'f8').astype('f2').tofile(d + '/halves')\n"
        "np.arange(65536, dtype='u2').view('f2').astype('f4').tofile(d + '/floats')\n";
    QCOMPARE(QProcess::execute(kPython, {"-c", script, folder.path()}), 0);
    const auto halves = readValues<std::uint16_t>(folder.filePath("halves"));
    QCOMPARE(halves.size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (halfFromDouble(values[i]) != halves[i]) {
        QFAIL(qPrintable(QStringLiteral("%1 becomes %2, numpy says %3")
                             .arg(values[i], 0, 'g', 17)
                             .arg(halfFromDouble(values[i]), 4, 16)
                             .arg(halves[i], 4, 16)));
      }
    }
    const auto floats = readValues<float>(folder.filePath("floats"));
    QCOMPARE(floats.size(), std::size_t{65536});
    for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
      const float mine = floatFromHalf(static_cast<std::uint16_t>(bits));
      if (std::isnan(floats[bits])) {
        QVERIFY(std::isnan(mine));
      } else {
        QCOMPARE(std::bit_cast<std::uint32_t>(mine), std::bit_cast<std::uint32_t>(floats[bits]));
      }
    }
  }
};

MASU_TEST(HalfTest)
#include "half_test.moc"
