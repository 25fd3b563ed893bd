// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/train/recipe_task.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "core/tasks/split/manifest_task.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using train::SmallDataset;
namespace fs = std::filesystem;

class RecipeTaskTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  metrics::RunSpec asked(const char* dataset) const {
    metrics::RunSpec spec;
    spec.dataset = place(dataset);
    spec.models = {"mlp"};
    spec.epochs = metrics::kAutoEpochs;
    return spec;
  }

  static Result<metrics::RecipeFacts> factsOf(const fs::path& file) {
    MASU_TRY(const auto dataset, store::Dataset::open(file));
    MASU_TRY(const store::Assignment assignment, tasks::assignmentOf(*dataset, "default"));
    return tasks::recipeFacts(*dataset, assignment, {});
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    SmallDataset{.categories = true}.write(place("classes.h5"));
    SmallDataset{.sampleShape = {2, 96}, .values = true}.write(place("values.h5"));
  }

  void factsAreThoseOfTheSplit() {
    const auto classes = factsOf(place("classes.h5"));
    QVERIFY(classes);
    QCOMPARE(classes->train, std::uint64_t{360});
    QCOMPARE(classes->validation, std::uint64_t{120});
    QCOMPARE(classes->sampleValues, std::uint64_t{6});
    QCOMPARE(classes->classSamples.size(), std::size_t{2});
    QCOMPARE(std::accumulate(classes->classSamples.begin(), classes->classSamples.end(), std::uint64_t{0}),
             classes->train);
    const auto values = factsOf(place("values.h5"));
    QVERIFY(values);
    QVERIFY(values->classSamples.empty());
    QCOMPARE(values->sampleValues, std::uint64_t{192});
  }

  void theRecipeIsThatOfTheFacts() {
    for (const char* name : {"classes.h5", "values.h5"}) {
      const std::vector<std::string> stated = {"patience"};
      const auto chosen = tasks::chooseRecipe(asked(name), stated, {});
      QVERIFY(chosen);
      const auto facts = factsOf(place(name));
      QVERIFY(facts);
      QCOMPARE(metrics::toJson(*chosen), metrics::toJson(metrics::withRecipe(asked(name), stated, *facts)));
      QVERIFY(chosen->epochs > 0 && !chosen->recipe.empty());
    }
  }

  void aNumberOfEpochsNeedsNoLookAtTheData() {
    metrics::RunSpec spec = asked("nowhere.h5");
    QVERIFY(!tasks::chooseRecipe(spec, {}, {}));
    spec.epochs = 10;
    const auto chosen = tasks::chooseRecipe(spec, {}, {});
    QVERIFY(chosen);
    QCOMPARE(metrics::toJson(*chosen), metrics::toJson(spec));
  }

  void modelsThatAreFilesCountByTheirSize() {
    std::ofstream(place("net.pt")) << std::string(1000, 'x');
    QCOMPARE(tasks::moduleBytes({place("net.pt").string(), "mlp", place("none.pt").string()}), std::uint64_t{1000});
  }

  void aSplitThatIsNotThereIsNamed() {
    metrics::RunSpec spec = asked("classes.h5");
    spec.manifest = "folds";
    const auto chosen = tasks::chooseRecipe(spec, {}, {});
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, Errc::notFound);
    QVERIFY(chosen.error().message.english().find("no split named folds") != std::string::npos);
  }

  void itStopsWhenAsked() {
    std::stop_source source;
    source.request_stop();
    const auto chosen = tasks::chooseRecipe(asked("classes.h5"), {}, source.get_token());
    QVERIFY(!chosen);
    QCOMPARE(chosen.error().code, Errc::cancelled);
  }
};

MASU_TEST(RecipeTaskTest)
#include "recipe_task_test.moc"
