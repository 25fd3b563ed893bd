// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/run_spec.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <limits>
#include <set>

#include "core/metrics/spec_options.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

namespace {

/// A specification in which nothing has its default.
RunSpec unusual() {
  return {.dataset = "/data/枡.h5",
          .manifest = "folds",
          .models = {"cnn1d", "my \"net\".pt"},
          .shape = {1, 28, 28},
          .epochs = 3,
          .batch = 7,
          .slices = 3,
          .learningRates = {0.1, 1e-5},
          .repeats = 2,
          .optimizer = "sgd",
          .schedule = "step",
          .loss = "huber",
          .classWeights = "1,2",
          .augment = "noise=0.1",
          .verify = false,
          .balance = true,
          .calibrate = true,
          .blocks = 4,
          .weightDecay = 0.01,
          .clip = 1.5,
          .patience = 2,
          .seed = 0xFFFF'FFFF'FFFF'FFFFULL,
          .keepEvery = 5,
          .keep = 6,
          .saveSeconds = 0.5,
          .timeoutSeconds = 7.5,
          .resume = true,
          .overwrite = true,
          .out = "runs/1",
          .threads = 3,
          .memoryBytes = std::uint64_t{1} << 40,
          .recipe = {{"batch", "7", {"about {0}, {1}", {"a seventh", Message{"of {0}", {"49"}}}}}}};
}

QJsonObject jsonOf(const RunSpec& spec) {
  return QJsonDocument::fromJson(QByteArray::fromStdString(toJson(spec))).object();
}

}  // namespace

class RunSpecTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// masu-train learns of a run by this JSON alone: a field that it does not carry would be the default in silence.
  void everyFieldCrossesToTheWorker() {
    const auto back = specFromJson(toJson(unusual()));
    QVERIFY(back);
    QCOMPARE(differences(unusual(), *back), std::vector<std::string>());
    QCOMPARE(toJson(*back), toJson(unusual()));
    const auto names = jsonOf(unusual()).keys();
    const auto differing = differences(RunSpec(), *back);
    // In a specification without defaults each of the names differs from the default.
    QCOMPARE(std::set<std::string>(differing.begin(), differing.end()).size(), static_cast<std::size_t>(names.size()));
  }

  void differencesAreNamedAsInTheJson() {
    RunSpec other = unusual();
    other.batch = 8;
    other.learningRates = {0.1};
    QCOMPARE(differences(unusual(), other), (std::vector<std::string>{"batch", "learning_rate"}));
    QCOMPARE(differences(other, unusual()), differences(unusual(), other));
    QVERIFY(differences(other, other).empty());
  }

  void everyFieldHasTheNameOfAnOption() {
    std::set<std::string_view> options;
    const auto names = jsonOf(unusual()).keys();
    for (const QString& name : names) {
      const std::string_view option = optionOf(name.toStdString());
      QVERIFY2(!option.empty(), qPrintable(name));
      const bool isStated = name != u"dataset" && name != u"save_seconds" && name != u"recipe";
      QVERIFY2(option.starts_with("--") || !isStated, qPrintable(name));
      options.insert(option);
    }
    QCOMPARE(options.size(), static_cast<std::size_t>(names.size()));
    QCOMPARE(optionOf("learning_rate"), std::string_view("--lr"));
    QCOMPARE(optionOf("models"), std::string_view("--model"));
    QVERIFY(optionOf("no field").empty());
  }

  void fieldsOfTheWrongKindAreRefused() {
    const QJsonObject json = jsonOf(unusual());
    for (const QString& name : json.keys()) {
      QJsonObject wrong = json;
      wrong.insert(name, QJsonObject{{"no", "value"}});
      QVERIFY2(!specFromJson(QJsonDocument(wrong).toJson().toStdString()), qPrintable(name));
    }
    for (const char* name : {"dataset", "models", "out"}) {
      QJsonObject without = json;
      without.remove(name);
      QVERIFY2(!specFromJson(QJsonDocument(without).toJson().toStdString()), name);
    }
  }

  /// Each option by its name, and 0 where it means something.
  void numbersThatNoRunCouldHaveAreRefused() {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QVERIFY(checkNumbers(unusual()));
    QVERIFY(checkNumbers(RunSpec()));
    const auto refuses = [](const char* option, auto&& change) {
      RunSpec spec;
      change(spec);
      const Result<void> checked = checkNumbers(spec);
      return !checked && checked.error().code == Errc::invalidArgument &&
             checked.error().message.english().find(option) != std::string::npos;
    };
    for (const double wrong : {-1.0, kNan, kInfinity}) {
      QVERIFY(refuses("--lr", [&](RunSpec& spec) { spec.learningRates = {0.1, wrong}; }));
      QVERIFY(refuses("--weight-decay", [&](RunSpec& spec) { spec.weightDecay = wrong; }));
      QVERIFY(refuses("--clip", [&](RunSpec& spec) { spec.clip = wrong; }));
    }
    QVERIFY(refuses("--lr", [](RunSpec& spec) { spec.learningRates = {0, 0.1}; }));
    for (const int wrong : {-1, 0, kMostRepeats + 1})
      QVERIFY(refuses("--repeats", [&](RunSpec& spec) { spec.repeats = wrong; }));
    // As many models as events can number, and one more.
    QVERIFY(refuses("--lr", [](RunSpec& spec) {
      spec.models = {"linear"};
      spec.learningRates.assign(kMostModels + 1, 0.1);
    }));
    RunSpec most;
    most.models = {"linear"};
    most.learningRates.assign(kMostModels / 2, 0.1);
    most.repeats = 2;
    QVERIFY(checkNumbers(most));
    QVERIFY(refuses("--patience", [](RunSpec& spec) { spec.patience = -1; }));
    QVERIFY(refuses("--keep-every", [](RunSpec& spec) { spec.keepEvery = -1; }));
    QVERIFY(refuses("--keep", [](RunSpec& spec) { spec.keep = -1; }));
    QVERIFY(refuses("--timeout", [](RunSpec& spec) { spec.timeoutSeconds = 0; }));
    QVERIFY(refuses("--slices", [](RunSpec& spec) { spec.slices = 0; }));
    QVERIFY(refuses("--slices", [](RunSpec& spec) { spec.slices = spec.batch / 2 + 1; }));
    QVERIFY(refuses("--slices", [](RunSpec& spec) { spec.slices = spec.batch + 1; }));
    QVERIFY(checkSlices(1, 1) && checkSlices(32, 64) && !checkSlices(2, 3) && !checkSlices(33, 64));
  }

  void everyModelHasAFolderOfItsOwn() {
    RunSpec spec;
    spec.models = {"mlp"};
    QVERIFY(modelFolders(spec) == std::vector<std::filesystem::path>{{}});
    spec.models = {"mlp", "mlp", "/models/mlp.pt", "../net.pt"};
    spec.learningRates = {0.1, 0.2};
    const auto folders = modelFolders(spec);
    QCOMPARE(folders.size(), plannedRuns(spec).size());
    QCOMPARE(std::set(folders.begin(), folders.end()).size(), folders.size());
    for (const auto& folder : folders) {
      QVERIFY(folder == folder.filename());
      QVERIFY(!folder.empty());
    }
    QVERIFY(folders[6] == "7-net");
  }

  void classWeightsAreAListOfNumbers() {
    QCOMPARE(listedClassWeights("1,2.5,0").value(), (std::vector<float>{1, 2.5F, 0}));
    QCOMPARE(listedClassWeights("3").value(), std::vector<float>{3});
    for (const char* text :
         {"balanced", "none", "1,", ",1", "1,,2", "1;2", "-1", "1,-0.5", "nan", "inf", "1,inf", "1 ,2", "1e99", "0x10"})
      QVERIFY2(!listedClassWeights(text), text);
  }
};

MASU_TEST(RunSpecTest)
#include "run_spec_test.moc"
