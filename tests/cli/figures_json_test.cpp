// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures_json.h"

#include <QTest>

#include "tests/fixtures/test_group.h"

using masu::cli::addClassFigures;
using masu::cli::addFigures;

class FiguresJsonTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyFigureHasAKeyAndWhatIsAbsentIsNull() {
    masu::metrics::Figures figures;
    figures.loss = 0.5;
    figures.r2 = 0;
    nlohmann::ordered_json json = {{"kept", 1}};
    addFigures(json, "test_", figures);
    QCOMPARE(json.size(), std::size_t{12});
    QCOMPARE(json["kept"].get<int>(), 1);
    QCOMPARE(json["test_loss"].get<double>(), 0.5);
    QCOMPARE(json["test_r2"].get<double>(), 0.);
    for (const char* name : {"accuracy", "macro_f1", "roc_auc", "average_precision", "mae", "rmse", "log_loss", "ece",
                             "balanced_accuracy"})
      QVERIFY2(json.at(std::string("test_") + name).is_null(), name);
  }

  /// Of three of the first class two are recognized, of the one of the second none, and no sample is of the third.
  void classesHaveTheirOwnFigures() {
    const std::uint64_t confusion[] = {2, 1, 0, 1, 0, 0, 0, 0, 0};
    auto json = nlohmann::ordered_json::object();
    addClassFigures(json, "test_", confusion);
    const double two = 2.0 / 3;
    QVERIFY(json["test_precision"] == (nlohmann::ordered_json{two, 0.0, 0.0}));
    QVERIFY(json["test_recall"] == (nlohmann::ordered_json{two, 0.0, 0.0}));
    QVERIFY(json["test_f1"] == (nlohmann::ordered_json{two, 0.0, 0.0}));
    QVERIFY(json["test_support"] == (nlohmann::ordered_json{3, 1, 0}));
  }

  void withoutClassesNothingIsAdded() {
    auto json = nlohmann::ordered_json::object();
    addClassFigures(json, "test_", {});
    QCOMPARE(json.dump(), std::string("{}"));
  }
};

MASU_TEST(FiguresJsonTest)
#include "figures_json_test.moc"
