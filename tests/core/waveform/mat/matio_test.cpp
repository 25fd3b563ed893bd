// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <memory>
#include <vector>

#include <matio.h>

#include "core/waveform/mat/mat_file.h"

namespace fs = std::filesystem;
using namespace masu;

namespace {

struct CloseMat {
  void operator()(mat_t* file) const { Mat_Close(file); }
};
struct FreeVariable {
  void operator()(matvar_t* variable) const { Mat_VarFree(variable); }
};
using Variable = std::unique_ptr<matvar_t, FreeVariable>;

Variable matrix(const char* name, std::size_t rows, std::size_t columns, const std::vector<double>& values) {
  std::size_t shape[2] = {rows, columns};
  // matio copies the values, though it takes them by a pointer to what is not constant.
  return Variable(Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, shape, const_cast<double*>(values.data()), 0));
}

}  // namespace

/// What matio writes, a library with which this one shares nothing.
class MatioTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void filesOfMatioAreReadInEveryVersion_data() {
    QTest::addColumn<int>("version");
    QTest::addColumn<int>("compression");
    QTest::newRow("4") << static_cast<int>(MAT_FT_MAT4) << static_cast<int>(MAT_COMPRESSION_NONE);
    QTest::newRow("5") << static_cast<int>(MAT_FT_MAT5) << static_cast<int>(MAT_COMPRESSION_NONE);
    QTest::newRow("7") << static_cast<int>(MAT_FT_MAT5) << static_cast<int>(MAT_COMPRESSION_ZLIB);
    QTest::newRow("7.3") << static_cast<int>(MAT_FT_MAT73) << static_cast<int>(MAT_COMPRESSION_NONE);
    QTest::newRow("7.3 packed") << static_cast<int>(MAT_FT_MAT73) << static_cast<int>(MAT_COMPRESSION_ZLIB);
  }
  void filesOfMatioAreReadInEveryVersion() {
    QFETCH(const int, version);
    QFETCH(const int, compression);
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "matio.mat";
    constexpr std::size_t kFrames = 3000;
    constexpr std::size_t kChannels = 3;
    std::vector<double> values(kFrames * kChannels);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) / 7 - 400;
    const bool hasStructs = version != MAT_FT_MAT4;
    {
      const std::unique_ptr<mat_t, CloseMat> file(Mat_CreateVer(path.c_str(), nullptr, static_cast<mat_ft>(version)));
      QVERIFY(file);
      const auto write = [&](matvar_t* variable) {
        return Mat_VarWrite(file.get(), variable, static_cast<matio_compression>(compression));
      };
      const std::vector<double> rate{97656};
      Variable gs = matrix(hasStructs ? nullptr : "gs", kFrames, kChannels, values);
      Variable sr = matrix(hasStructs ? nullptr : "sr", 1, 1, rate);
      if (hasStructs) {
        const char* fields[] = {"gs", "sr"};
        std::size_t one[2] = {1, 1};
        const Variable bearing(Mat_VarCreateStruct("bearing", 2, one, fields, 2));
        Mat_VarSetStructFieldByName(bearing.get(), "gs", 0, gs.release());
        Mat_VarSetStructFieldByName(bearing.get(), "sr", 0, sr.release());
        QCOMPARE(write(bearing.get()), 0);
      } else {
        QCOMPARE(write(gs.get()), 0);
        QCOMPARE(write(sr.get()), 0);
      }
    }
    auto file = io::File::openRead(path);
    QVERIFY(file);
    const auto source = waveform::openMat(std::move(*file), {});
    QVERIFY2(source, source ? "" : source.error().message.english().c_str());
    const auto& info = (*source)->info();
    const std::string name = hasStructs ? "bearing.gs" : "gs";
    QCOMPARE(info.channels, (std::vector<std::string>{name + ".1", name + ".2", name + ".3"}));
    QCOMPARE(info.frames, kFrames);
    QCOMPARE(info.rate, 97656.);
    std::vector<double> read(values.size());
    QVERIFY((*source)->readExact(0, read));
    for (std::size_t i = 0; i < read.size(); ++i) {
      QCOMPARE(read[i], values[i % kChannels * kFrames + i / kChannels]);
    }
  }
};

QTEST_GUILESS_MAIN(MatioTest)
#include "matio_test.moc"
