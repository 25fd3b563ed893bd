// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"
#include "ui/pages/train/repeats.h"

using namespace masu;
using namespace masu::ui;

namespace {

RunTableModel::Run repeatIn(const char* folder, const char* model, int repeat, double accuracy) {
  RunTableModel::Run run;
  run.folder = folder;
  run.summary.model = model;
  run.summary.repeat = repeat;
  run.summary.tested = true;
  run.summary.test.accuracy = accuracy;
  return run;
}

}  // namespace

class RepeatsTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// The rows of another run are in between, as where one is live.
  void aRowHasTheFiguresOfItsOwnModel() {
    const std::vector<RunTableModel::Run> runs = {repeatIn("a", "mlp", 1, 0.5), repeatIn("b", "linear", 0, 0.25),
                                                  repeatIn("a", "mlp", 2, 1), repeatIn("a", "linear", 1, 0.25),
                                                  repeatIn("a", "linear", 2, 0.25)};
    const QString mlp = repeatsText(runs, 0);
    QVERIFY2(mlp.contains("mlp") && mlp.contains("2") && mlp.contains("0.750 ± 0.354"), qPrintable(mlp));
    QCOMPARE(repeatsText(runs, 2), mlp);
    QVERIFY(repeatsText(runs, 3).contains("0.250 ± 0.000"));
    QCOMPARE(repeatsText(runs, 4), repeatsText(runs, 3));
    QVERIFY(repeatsText(runs, 1).isEmpty());
    QVERIFY(repeatsText(runs, -1).isEmpty() && repeatsText(runs, 5).isEmpty());
  }

  void withoutATestItIsValidation() {
    std::vector<RunTableModel::Run> runs = {repeatIn("a", "mlp", 1, 0), repeatIn("a", "mlp", 2, 0)};
    for (RunTableModel::Run& run : runs) {
      run.summary.test = {};
      metrics::EpochDone epoch;
      epoch.validation.loss = 1;
      epoch.validation.r2 = 0.5;
      run.summary.epochs = {epoch};
    }
    const QString text = repeatsText(runs, 0);
    QVERIFY2(text.contains("0.500 ± 0.000") && !text.contains("test"), qPrintable(text));
    runs[1].summary.tested = false;
    QVERIFY(repeatsText(runs, 0).isEmpty());
  }
};

MASU_TEST(RepeatsTextTest)
#include "repeats_text_test.moc"
