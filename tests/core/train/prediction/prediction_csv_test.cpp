// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prediction/prediction_csv.h"

#include <QTest>
#include <array>
#include <cmath>

#include "core/ingest/journal/record_log.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

namespace {

DatasetSummary classes() {
  DatasetSummary summary;
  summary.classes = {"low", "high"};
  summary.outputs = 2;
  return summary;
}

DatasetSummary values() {
  DatasetSummary summary;
  summary.outputs = 1;
  return summary;
}

/// The cells of a sample for which the model outputs these.
std::string cellsOf(const PredictionCsv& csv, std::span<const float> outputs) {
  std::string row;
  csv.appendShares(row, csv.sharesOf(outputs));
  return row;
}

}  // namespace

class PredictionCsvTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theLargestOutputIsThePrediction() {
    const DatasetSummary learned = classes();
    const PredictionCsv csv(learned, "", {true});
    QCOMPARE(headerOf(csv.columns()), std::string("predicted,p(low),p(high)\n"));
    QCOMPARE(cellsOf(csv, std::array{0.0F, 0.0F}), std::string(",low,0.5,0.5"));
  }

  void outputsAreDividedByTheTemperature() {
    const DatasetSummary learned = classes();
    const PredictionCsv plain(learned, "", {true});
    const PredictionCsv calibrated(learned, "", {true, 4});
    QCOMPARE(cellsOf(calibrated, std::array{-4.0F, 8.0F}), cellsOf(plain, std::array{-1.0F, 2.0F}));
    // Values are as they are.
    const DatasetSummary ofValues = values();
    QCOMPARE(PredictionCsv(ofValues, "", {false, 4}).sharesOf(std::array{8.0F}), std::vector<double>{8});
  }

  void theSecondClassIsPredictedFromItsThresholdOn() {
    const DatasetSummary learned = classes();
    PredictionCsv csv(learned, "", {true, 1, 0.2});
    QCOMPARE(cellsOf(csv, std::array{std::log(3.0F), 0.0F}), std::string(",high,0.75,0.25"));
    QCOMPARE(cellsOf(csv, std::array{std::log(9.0F), 0.0F}).substr(0, 5), std::string(",low,"));
    csv.score({{"high"}, 1, {}}, csv.sharesOf(std::array{std::log(3.0F), 0.0F}));
    csv.score({{"low"}, 0, {}}, csv.sharesOf(std::array{std::log(3.0F), 0.0F}));
    QCOMPARE(csv.confusion(), (std::vector<std::uint64_t>{0, 1, 0, 1}));
    // What the probabilities are worth does not depend on it.
    PredictionCsv plain(learned, "", {true});
    plain.score({{"high"}, 1, {}}, plain.sharesOf(std::array{std::log(3.0F), 0.0F}));
    plain.score({{"low"}, 0, {}}, plain.sharesOf(std::array{std::log(3.0F), 0.0F}));
    QCOMPARE(csv.figures().logLoss, plain.figures().logLoss);
    QCOMPARE(csv.figures().ece, plain.figures().ece);
    QCOMPARE(csv.figures().rocAuc, plain.figures().rocAuc);
  }

  void aClassThatTheModelDoesNotKnowIsCounted() {
    const DatasetSummary learned = classes();
    PredictionCsv csv(learned, "", {});
    const auto low = csv.sharesOf(std::array{2.0F, 1.0F});
    csv.score({{"low"}, 0, {}}, low);
    csv.score({{"medium"}, std::nullopt, {}}, low);
    csv.score({{"tiny"}, std::nullopt, {}}, low);
    csv.score({}, low);
    QCOMPARE(csv.scored(), std::uint64_t{1});
    QCOMPARE(csv.unknownClasses(), std::uint64_t{2});
    QCOMPARE(csv.unknownClass(), std::string("medium"));
    QCOMPARE(csv.figures().accuracy, 1.0);
  }

  /// A truth that is not a value is counted; one that is missing is not.
  void aTruthThatIsNotAValueIsCounted() {
    const DatasetSummary learned = values();
    const TruthCells cells(learned);
    PredictionCsv csv(learned, "", {});
    const auto outputs = csv.sharesOf(std::array{2.5F});
    for (const std::string& cell : {std::string("2"), std::string(), ingest::kNoValue + std::string("bad"),
                                    ingest::kNoValue + std::string("worse")}) {
      csv.score(cells.fromCells(std::array{cell}, {"v"}), outputs);
    }
    QCOMPARE(csv.scored(), std::uint64_t{1});
    QCOMPARE(csv.noValues(), std::uint64_t{2});
    QCOMPARE(csv.noValue(), std::string("bad"));
    std::string row;
    cells.append(row, cells.fromCells(std::array{ingest::kNoValue + std::string("bad")}, {"v"}));
    QCOMPARE(row, std::string(","));
  }

  void nanIsNoPrediction() {
    const DatasetSummary learned = classes();
    PredictionCsv csv(learned, "", {true});
    const std::array outputs = {std::nanf(""), 1.0F};
    QCOMPARE(cellsOf(csv, outputs), std::string(",,,"));
    csv.score({{"low"}, 0, {}}, csv.sharesOf(outputs));
    QCOMPARE(csv.undefined(), std::uint64_t{1});
    QVERIFY(std::isnan(csv.figures().accuracy));
    csv.score({{"low"}, 0, {}}, csv.sharesOf(std::array{2.0F, 1.0F}));
    QCOMPARE(csv.figures().accuracy, 1.0);
    QCOMPARE(csv.undefined(), std::uint64_t{1});

    const DatasetSummary numbers = values();
    const PredictionCsv valued(numbers, "", {});
    QCOMPARE(cellsOf(valued, std::array{2.5F}), std::string(",2.5"));
    QCOMPARE(cellsOf(valued, std::array{std::nanf("")}), std::string(","));
  }
};

MASU_TEST(PredictionCsvTest)
#include "prediction_csv_test.moc"
