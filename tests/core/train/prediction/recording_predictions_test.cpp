// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/recording_predictions.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
const Truth kLow = {{"low"}, 0, {}};
const Truth kHigh = {{"high"}, 1, {}};

DatasetSummary classes() {
  DatasetSummary summary;
  summary.classes = {"low", "high"};
  summary.outputs = 2;
  return summary;
}

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

class RecordingPredictionsTest : public QObject {
  Q_OBJECT

 private:
  fs::path file() const { return fs::path(m_folder->path().toStdString()) / "predictions.csv"; }

  RecordingPredictions opened(bool inOrder, bool probabilities = false, const char* other = nullptr) const {
    std::vector<PredictionCsv> models = {PredictionCsv(m_learned, other == nullptr ? "" : "mlp", {probabilities})};
    if (other != nullptr) models.emplace_back(m_learned, other, PredictionForm{probabilities});
    return RecordingPredictions::create(file(), io::Overwrite::yes, m_learned, std::move(models), inOrder).value();
  }

  const DatasetSummary m_learned = classes();
  std::unique_ptr<QTemporaryDir> m_folder;

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  /// Of three windows two are closer to "high"; on average the recording is not.
  void aRecordingIsTheMeanOfItsWindows() {
    RecordingPredictions predictions = opened(true, true);
    for (const double low : {0.95, 0.4, 0.45}) QVERIFY(predictions.add(0, "a, b.wav", {{low, 1 - low}}, kLow));
    QVERIFY(predictions.add(1, "c.wav", {{0.25, 0.75}}, kLow));
    QVERIFY(!fs::exists(file()));  // it appears when it is complete
    QVERIFY(predictions.commit());
    QCOMPARE(textOf(file()), std::string("source,windows,predicted,p(low),p(high),truth,reason\n"
                                         "\"a, b.wav\",3,low,0.6,0.4,low,\n"
                                         "c.wav,1,high,0.25,0.75,low,\n"));
    QCOMPARE(predictions.lines(), std::uint64_t{2});
    QCOMPARE(predictions.predicted(), std::uint64_t{2});
    QCOMPARE(predictions.models().front().scored(), std::uint64_t{2});
    QCOMPARE(predictions.models().front().figures().accuracy, 0.5);
  }

  void anyOrderOfWindowsGivesTheSameFile() {
    const auto write = [&](bool inOrder, bool mixed) {
      RecordingPredictions predictions = opened(inOrder);
      bool isWritten = true;
      for (std::uint32_t i = 0; i < 12; ++i) {
        const std::uint32_t number = mixed ? 3 - i % 4 : i / 3;
        const double low = (number * 7 + 1) % 4 / 4.0;
        isWritten = isWritten && predictions.add(number, std::to_string(number), {{low, 1 - low}}, kHigh);
      }
      return isWritten && predictions.commit() ? textOf(file()) : std::string();
    };
    const std::string inOrder = write(true, false);
    QCOMPARE(std::ranges::count(inOrder, '\n'), 5);
    QCOMPARE(write(false, false), inOrder);
    QCOMPARE(write(false, true), inOrder);
  }

  void windowsOfDifferentLabelsHaveNoTruth() {
    RecordingPredictions predictions = opened(true);
    QVERIFY(predictions.add(0, "both.wav", {{1, 0}}, kLow));
    QVERIFY(predictions.add(0, "both.wav", {{1, 0}}, kHigh));
    QVERIFY(predictions.add(0, "both.wav", {{1, 0}}, kLow));
    QVERIFY(predictions.add(1, "unknown.wav", {{1, 0}}, {}));
    QVERIFY(predictions.commit());
    QCOMPARE(textOf(file()), std::string("source,windows,predicted,truth,reason\n"
                                         "both.wav,3,low,,\n"
                                         "unknown.wav,1,low,,\n"));
    QCOMPARE(predictions.models().front().scored(), std::uint64_t{0});
  }

  /// A window without a prediction leaves the recording without one, of that model alone.
  void nanIsNoPredictionOfARecording() {
    RecordingPredictions predictions = opened(true, false, "cnn1d");
    QVERIFY(predictions.add(0, "a.wav", {{0, 1}, {0, 1}}, kHigh));
    QVERIFY(predictions.add(0, "a.wav", {{0, 1}, {kNan, kNan}}, kHigh));
    QVERIFY(predictions.add(1, "b.wav", {{kNan, 1}, {kNan, 1}}, kHigh));
    QVERIFY(predictions.commit());
    QCOMPARE(textOf(file()), std::string("source,windows,mlp:predicted,cnn1d:predicted,truth,reason\n"
                                         "a.wav,2,high,,high,\n"
                                         "b.wav,1,,,high,\n"));
    QCOMPARE(predictions.lines(), std::uint64_t{2});
    QCOMPARE(predictions.predicted(), std::uint64_t{1});
    QCOMPARE(predictions.models()[1].undefined(), std::uint64_t{2});
  }

  void aRecordingWithoutAWindowSaysWhy() {
    RecordingPredictions predictions = opened(true);
    QVERIFY(predictions.add(0, "first.wav", {{1, 0}}, kLow));
    QVERIFY(predictions.addEmpty("short.wav", "too short, by a \"frame\""));
    QVERIFY(predictions.add(1, "last.wav", {{1, 0}}, kLow));
    QVERIFY(predictions.commit());
    QCOMPARE(textOf(file()), std::string("source,windows,predicted,truth,reason\n"
                                         "first.wav,1,low,low,\n"
                                         "short.wav,0,,,\"too short, by a \"\"frame\"\"\"\n"
                                         "last.wav,1,low,low,\n"));
    QCOMPARE(predictions.lines(), std::uint64_t{3});
    QCOMPARE(predictions.predicted(), std::uint64_t{2});
  }

  void whatIsNotCommittedLeavesNothing() {
    {
      RecordingPredictions predictions = opened(false);
      QVERIFY(predictions.add(0, "a.wav", {{1, 0}}, kLow));
    }
    QVERIFY(fs::is_empty(m_folder->path().toStdString()));
  }
};

MASU_TEST(RecordingPredictionsTest)
#include "recording_predictions_test.moc"
