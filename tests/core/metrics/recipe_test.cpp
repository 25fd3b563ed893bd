// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/recipe.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <algorithm>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::metrics;

namespace {

/// All names of choices, in their order.
const std::vector<std::string> kChoices = {"batch", "epochs", "schedule", "patience", "class_weights", "weight_decay"};

RunSpec asked(std::vector<std::string> models = {"cnn1d"}) {
  RunSpec spec;
  spec.dataset = "waves.h5";
  spec.models = std::move(models);
  spec.epochs = kAutoEpochs;
  return spec;
}

RecipeFacts factsOf(std::uint64_t train, std::uint64_t validation = 0, std::uint64_t values = 100,
                    std::uint64_t classes = 2) {
  return {train, validation, std::vector<std::uint64_t>(classes, std::max<std::uint64_t>(1, train / 2)), values};
}

RunSpec made(const RecipeFacts& facts, const RunSpec& spec = asked(), const std::vector<std::string>& stated = {}) {
  return withRecipe(spec, stated, facts);
}

std::uint64_t stepsPerEpoch(const RunSpec& spec, const RecipeFacts& facts) {
  return (facts.train + spec.batch - 1) / spec.batch;
}

std::uint64_t stepsOf(const RunSpec& spec, const RecipeFacts& facts) {
  return static_cast<std::uint64_t>(spec.epochs) * stepsPerEpoch(spec, facts);
}

QString inJson(const RunSpec& spec, const std::string& name) {
  const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(toJson(spec))).object();
  const QJsonValue value = json.value(QString::fromStdString(name));
  return value.isString() ? value.toString() : QString::number(value.toDouble());
}

/// Sets that differ in every fact, from one sample to a billion.
std::vector<RecipeFacts> manyFacts() {
  std::vector<RecipeFacts> all;
  for (std::uint64_t train = 1; train < 1'000'000'000; train = train * 5 / 3 + 1) {
    for (const std::uint64_t values : {1, 150, 4096, 1'000'000}) {
      for (const std::uint64_t classes : {0, 2, 100}) all.push_back(factsOf(train, train / 8, values, classes));
    }
  }
  for (std::uint64_t train = 1; train < 1200; ++train) all.push_back(factsOf(train, train));
  return all;
}

const std::vector<std::vector<std::string>> kModels = {{"linear"}, {"mlp"}, {"cnn1d"}, {"mlp", "resnet1d"}, {"net.pt"}};

}  // namespace

class RecipeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aNumberOfEpochsIsARunWithoutARecipe() {
    RunSpec spec = asked();
    spec.epochs = 10;
    QCOMPARE(toJson(made(factsOf(50), spec)), toJson(spec));
  }

  void theSameFactsGiveTheSameRun() {
    for (const RecipeFacts& facts : manyFacts()) QCOMPARE(toJson(made(facts)), toJson(made(facts)));
  }

  void choicesAreWithinTheirBounds() {
    for (const RecipeFacts& facts : manyFacts()) {
      for (const auto& models : kModels) {
        const RunSpec spec = made(facts, asked(models));
        QVERIFY(spec.epochs >= 3 && spec.epochs <= 500);
        QVERIFY(spec.batch >= std::min<std::uint64_t>(16, facts.train) && spec.batch <= 256 + 8);
        QVERIFY(spec.batch <= facts.train);
        QVERIFY2(spec.batch == 1 || facts.train % spec.batch != 1, std::to_string(facts.train).c_str());
        QVERIFY(spec.patience >= 0 && spec.patience < spec.epochs);
        QVERIFY(spec.weightDecay > 0 && spec.weightDecay < 0.1);
        QVERIFY(checkNumbers(spec));
      }
    }
  }

  /// GunPoint, ArrowHead and ItalyPowerDemand: near chance after ten passes, learned after some thousand steps.
  void smallSetsGetSomeThousandSteps() {
    for (const std::uint64_t train : {36, 50, 67}) {
      const RunSpec spec = made(factsOf(train));
      const std::uint64_t steps = stepsOf(spec, factsOf(train));
      QVERIFY2(steps >= 1000 && steps <= 3000, std::to_string(steps).c_str());
      QCOMPARE(spec.batch, std::uint64_t{16});
    }
  }

  void largeSetsGetAFewPasses() {
    QCOMPARE(made(factsOf(54'000, 6000, 784, 10), asked({"cnn2d"})).epochs, 10);
    QCOMPARE(made(factsOf(100'000'000, 1000, 4096)).epochs, 3);
    const int adult = made(factsOf(32'000, 3000, 14), asked({"mlp"})).epochs;
    QVERIFY(adult >= 10 && adult <= 50);
  }

  void largerSamplesNeverGetMorePasses() {
    for (std::uint64_t train = 20; train < 100'000'000; train *= 3) {
      int before = 1 << 20;
      for (std::uint64_t values = 1; values < 10'000'000; values *= 4) {
        RunSpec spec = asked();
        spec.batch = 32;
        const int epochs = made(factsOf(train, 0, values), spec, {"batch"}).epochs;
        QVERIFY(epochs <= before);
        before = epochs;
      }
    }
  }

  /// A checkpoint is written after every epoch.
  void largeModelsAreNotWrittenHundredsOfTimes() {
    const auto written = [](const RecipeFacts& facts, const char* model, double bytes) {
      return bytes * made(facts, asked({model})).epochs;
    };
    QVERIFY(written(factsOf(50, 0, 1'000'000), "mlp", 256 * 4e6) <= 21e9);
    RecipeFacts module = factsOf(50);
    QCOMPARE(made(module, asked({"net.pt"})).epochs, 500);
    module.moduleBytes = 1'000'000'000;
    QVERIFY(written(module, "net.pt", 1e9) <= 21e9);
    module.moduleBytes = 100'000'000'000;
    QCOMPARE(made(module, asked({"net.pt"})).epochs, 10);
  }

  void moreClassesNeverGetFewerPasses() {
    for (std::uint64_t train = 20; train < 100'000'000; train *= 3) {
      int before = 0;
      for (const std::uint64_t classes : {2, 3, 10, 100, 1000}) {
        const int epochs = made(factsOf(train, 0, 100, classes)).epochs;
        QVERIFY(epochs >= before);
        before = epochs;
      }
    }
  }

  void moreSamplesNeverGetSmallerBatches() {
    std::uint64_t before = 0;
    for (std::uint64_t train = 1; train < 100'000'000; train *= 2) {
      const std::uint64_t batch = made(factsOf(train), asked({"mlp"})).batch;
      QVERIFY(batch >= before);
      before = batch;
    }
    QCOMPARE(before, std::uint64_t{256});
  }

  void modelsThatAreSolvedTakeOneEpochAndNoSteps() {
    const RunSpec spec = made(factsOf(1000, 500), asked({"rocket"}));
    QCOMPARE(spec.epochs, 1);
    QVERIFY(checkClosedForm(spec));
    std::vector<std::string> names;
    for (const RecipeChoice& choice : spec.recipe) names.push_back(choice.name);
    QCOMPARE(names, (std::vector<std::string>{"batch", "epochs", "class_weights"}));
    RunSpec varied = asked({"rocket"});
    varied.augment = "noise=0.1";
    QCOMPARE(made(factsOf(1000, 500), varied).epochs, 10);
    // Beside one that takes steps they are trained as long as it is.
    QCOMPARE(made(factsOf(1000), asked({"rocket", "cnn1d"})).epochs, made(factsOf(1000)).epochs);
    QVERIFY(!checkClosedForm(asked({"rocket", "cnn1d"}), std::vector<std::string>{"learning_rate"}));
    QVERIFY(!checkClosedForm(asked({"rocket"}), std::vector<std::string>{"optimizer"}));
    QVERIFY(checkClosedForm(asked({"rocket", "cnn1d"}), std::vector<std::string>{"optimizer"}));
  }

  void whatIsStatedIsNeverChanged() {
    RunSpec spec = asked();
    spec.batch = 7;
    spec.schedule = "step";
    spec.patience = 0;
    spec.classWeights = "1,3";
    spec.weightDecay = 0.5;
    const RecipeFacts facts = {1000, 500, {900, 100}, 100};
    for (const std::string& name : kChoices) {
      if (name == "epochs") continue;
      const RunSpec chosen = made(facts, spec, {name});
      QCOMPARE(inJson(chosen, name), inJson(spec, name));
      QVERIFY(std::ranges::find(chosen.recipe, name, &RecipeChoice::name) == chosen.recipe.end());
      QVERIFY2(inJson(made(facts, spec), name) != inJson(spec, name), name.c_str());
    }
    const RunSpec all = made(facts, spec, kChoices);
    auto changed = differences(all, spec);
    std::ranges::sort(changed);
    QCOMPARE(changed, (std::vector<std::string>{"epochs", "recipe"}));
    // The rest goes by what is stated: as many steps, whatever the batch.
    QVERIFY(stepsOf(all, facts) >= stepsOf(made(facts, spec), facts) / 2);
    QCOMPARE(stepsPerEpoch(all, facts), std::uint64_t{143});
  }

  void nothingElseIsChosen() {
    const std::set<std::string> known(kChoices.begin(), kChoices.end());
    for (const RecipeFacts& facts : manyFacts()) {
      for (const std::string& name : differences(made(facts), asked())) {
        QVERIFY2(name == "recipe" || known.contains(name), name.c_str());
      }
    }
  }

  void everyChoiceIsListedWithItsValueAndReason() {
    for (const RecipeFacts& facts : manyFacts()) {
      const RunSpec spec = made(facts);
      std::vector<std::string> names;
      for (const RecipeChoice& choice : spec.recipe) {
        names.push_back(choice.name);
        QCOMPARE(QString::fromStdString(choice.value), inJson(spec, choice.name));
        const std::string reason = choice.reason.english();
        QVERIFY2(!reason.empty() && reason.find('{') == std::string::npos, reason.c_str());
      }
      std::vector<std::string> expected = kChoices;
      if (facts.classSamples.empty()) std::erase(expected, "class_weights");
      QCOMPARE(names, expected);
    }
  }

  void aRecipeCrossesToTheWorkerAndIsMadeOnce() {
    const RunSpec spec = made(factsOf(57, 60));
    const auto back = specFromJson(toJson(spec));
    QVERIFY(back);
    QCOMPARE(toJson(*back), toJson(spec));
    QCOMPARE(toJson(made(factsOf(5000), *back)), toJson(spec));
  }

  void classesAreWeighedAboveOneToFive() {
    const auto weightsOf = [](std::vector<std::uint64_t> samples) {
      return made({1000, 0, std::move(samples), 10}).classWeights;
    };
    QCOMPARE(weightsOf({100, 20}), std::string("none"));
    QCOMPARE(weightsOf({101, 20}), std::string("balanced"));
    QCOMPARE(weightsOf({20, 50, 101}), std::string("balanced"));
    QCOMPARE(weightsOf({100, 0, 30}), std::string("none"));
    RunSpec balanced = asked();
    balanced.balance = true;  // they are drawn equally often already
    QCOMPARE(made({1000, 0, {990, 10}, 10}, balanced, {"balance"}).classWeights, std::string("none"));
  }

  void aRunStopsEarlyOnlyByEnoughValidationSamples() {
    QCOMPARE(made(factsOf(400, 0)).patience, 0);
    QCOMPARE(made(factsOf(400, 49)).patience, 0);
    QVERIFY(made(factsOf(400, 50)).patience > 0);
    QCOMPARE(made(factsOf(4000, 50, 100, 100)).patience, 0);
    QVERIFY(made(factsOf(4000, 500, 100, 100)).patience > 0);
  }

  void slicesGetTwoSamplesEach() {
    RunSpec spec = asked();
    spec.slices = 40;
    const RunSpec sliced = made(factsOf(50), spec, {"slices"});
    QCOMPARE(sliced.slices, std::uint64_t{40});
    QVERIFY(sliced.batch >= 80);
    QVERIFY(checkNumbers(sliced));
  }
};

MASU_TEST(RecipeTest)
#include "recipe_test.moc"
