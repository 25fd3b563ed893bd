// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/suspects/probability_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

struct Row {
  std::uint64_t sample = 0;
  std::uint32_t label = 0;
  std::vector<float> probabilities;

  bool operator==(const Row&) const = default;
};

/// Numbers beyond 32 bits, and probabilities that no decimal number is.
Row rowAt(std::size_t at, std::size_t classes) {
  Row row{(std::uint64_t{1} << 40U) + 3 * at, static_cast<std::uint32_t>(at % classes), {}};
  for (std::size_t k = 0; k < classes; ++k)
    row.probabilities.push_back(1.0F / static_cast<float>(at + 3 * k + 1));
  return row;
}

std::vector<Row> readAll(const ProbabilityFile& file) {
  std::vector<Row> rows;
  const auto take = [&](const ProbabilityBlock& block) -> Result<void> {
    const std::size_t classes = file.classes();
    if (block.labels.size() != block.samples.size() || block.probabilities.size() != classes * block.samples.size())
      return fail(Error::cancelled());
    for (std::size_t i = 0; i < block.samples.size(); ++i) {
      const auto own = block.probabilities.subspan(i * classes, classes);
      rows.push_back({block.samples[i], block.labels[i], {own.begin(), own.end()}});
    }
    return {};
  };
  return file.eachBlock(take, {}) ? rows : std::vector<Row>();
}

}  // namespace

class ProbabilityFileTest : public QObject {
  Q_OBJECT

 private:
  fs::path folder() const { return fs::path(m_folder.path().toStdString()); }

  fs::path written(const std::string& text) const {
    std::ofstream(folder() / "predictions.csv", std::ios::binary | std::ios::trunc) << text;
    return folder() / "predictions.csv";
  }

  /// Samples in order, with the second class's probability.
  static Result<void> readInto(const fs::path& csv, std::vector<std::pair<std::uint64_t, float>>& rows,
                               const std::stop_token& stop = {}) {
    const auto take = [&](std::uint64_t sample, std::span<const float> probabilities) -> Result<void> {
      rows.emplace_back(sample, probabilities.back());
      return {};
    };
    return readPredictions(csv, 2, take, stop);
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void whatIsAddedIsHandedOverInOrder_data() {
    QTest::addColumn<std::size_t>("count");
    // Some 260 samples of a thousand classes are a megabyte.
    for (const std::size_t count : {0U, 1U, 200U, 700U}) QTest::addRow("%zu", count) << count;
  }

  void whatIsAddedIsHandedOverInOrder() {
    QFETCH(const std::size_t, count);
    constexpr std::size_t kClasses = 1000;
    auto file = ProbabilityFile::create(folder(), kClasses);
    QVERIFY(file.has_value());
    std::vector<Row> rows;
    for (std::size_t i = 0; i < count; ++i) {
      rows.push_back(rowAt(i, kClasses));
      QVERIFY(file->add(rows.back().sample, rows.back().label, rows.back().probabilities));
    }
    QCOMPARE(file->samples(), std::uint64_t{count});
    QVERIFY(readAll(*file) == rows);
    // Once more, and after more was added.
    rows.push_back(rowAt(count, kClasses));
    QVERIFY(file->add(rows.back().sample, rows.back().label, rows.back().probabilities));
    QVERIFY(readAll(*file) == rows);
    QVERIFY(readAll(*file) == rows);
    QVERIFY(fs::is_empty(folder()));
  }

  void theFirstErrorEndsThePass() {
    constexpr std::size_t kClasses = 1000;
    auto file = ProbabilityFile::create(folder(), kClasses);
    QVERIFY(file.has_value());
    for (std::size_t i = 0; i < 700; ++i) {
      const Row row = rowAt(i, kClasses);
      QVERIFY(file->add(row.sample, row.label, row.probabilities));
    }
    int blocks = 0;
    const auto refuse = [&](const ProbabilityBlock&) -> Result<void> {
      ++blocks;
      return fail(Errc::noSamples, "enough");
    };
    QCOMPARE(file->eachBlock(refuse, {}).error().code, Errc::noSamples);
    QCOMPARE(blocks, 1);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(file->eachBlock(refuse, stop.get_token()).error().code, Errc::cancelled);
    QCOMPARE(blocks, 1);
    QVERIFY(!ProbabilityFile::create(folder() / "nowhere", 2));
  }

  /// Whatever stands before the prediction, and quotes in it.
  void predictionsAreFoundByTheirColumn() {
    std::vector<std::pair<std::uint64_t, float>> rows;
    const auto done = readInto(written("sample,source,position,predicted,p no,p yes,truth\n"
                                       "7,\"a,\nb\",0,no,0.75,0.25,yes\n"
                                       "9,c,1,,,,yes\n"
                                       "8,c,2,yes,1e-3,0.999,yes\n"),
                               rows);
    QVERIFY2(done, done ? "" : done.error().message.english().c_str());
    QVERIFY((rows == std::vector<std::pair<std::uint64_t, float>>{{7, 0.25F}, {8, 0.999F}}));
    rows.clear();
    QVERIFY(readInto(written("sample,predicted,p no,p yes\n"), rows));
    QVERIFY(rows.empty());
  }

  void whatIsNoPredictionIsRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no prediction in an empty table") << QByteArray("sample,p no,p yes\n");
    QTest::newRow("no prediction in it") << QByteArray("sample,p no,p yes\n1,0.5,0.5\n");
    QTest::newRow("a class too few") << QByteArray("sample,predicted,p no\n1,no,0.5\n");
    QTest::newRow("no number of a sample") << QByteArray("sample,predicted,p no,p yes\n1x,no,0.5,0.5\n");
    QTest::newRow("no probability") << QByteArray("sample,predicted,p no,p yes\n1,no,0.5,half\n");
    QTest::newRow("a negative sample") << QByteArray("sample,predicted,p no,p yes\n-1,no,0.5,0.5\n");
  }

  void whatIsNoPredictionIsRefused() {
    QFETCH(const QByteArray, text);
    std::vector<std::pair<std::uint64_t, float>> rows;
    const auto refused = readInto(written(text.toStdString()), rows);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.english().find("predictions.csv") != std::string::npos);
    QVERIFY(rows.empty());
  }

  void aStopEndsTheReading() {
    std::stop_source stop;
    stop.request_stop();
    std::vector<std::pair<std::uint64_t, float>> rows;
    const auto stopped = readInto(written("sample,predicted,p no,p yes\n1,no,0.5,0.5\n"), rows, stop.get_token());
    QCOMPARE(stopped.error().code, Errc::cancelled);
    QVERIFY(rows.empty());
    const auto refuse = [](std::uint64_t, std::span<const float>) -> Result<void> {
      return fail(Errc::noSamples, "enough");
    };
    QCOMPARE(readPredictions(folder() / "predictions.csv", 2, refuse, {}).error().code, Errc::noSamples);
  }
};

MASU_TEST(ProbabilityFileTest)
#include "probability_file_test.moc"
