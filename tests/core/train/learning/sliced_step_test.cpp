// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/learning/sliced_step.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/train/models/confine.h"
#include "core/train/run/model_run.h"
#include "tests/fixtures/small_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;
namespace fs = std::filesystem;

namespace {

/// More than an epoch of the 360 train samples in batches of 32, whose last has 8.
constexpr int kSteps = 14;

metrics::RunSpec specFor(const fs::path& dataset, const std::string& model, std::uint64_t slices) {
  metrics::RunSpec spec;
  spec.dataset = dataset;
  spec.models = {model};
  spec.epochs = 2;
  spec.batch = 32;
  spec.slices = slices;
  spec.threads = 1;
  spec.memoryBytes = 256 << 20;
  return spec;
}

/// Copies of a model, and the batches that they learn from.
struct Fixture {
  std::vector<ModelRun> copies;
  std::unique_ptr<loader::BatchStream> stream;

  loader::BatchPtr next() const { return stream->next({}).value(); }
  Learner& learner(std::size_t copy) const { return *copies[copy].learner; }
  std::string weights(std::size_t copy) const { return learner(copy).weightsHash().value(); }
};

Result<Fixture> made(const metrics::RunSpec& spec, std::size_t copies) {
  Fixture fixture;
  MASU_TRY(const RunData data, openRunData(spec, {}));
  MASU_TRY(const loader::TrainingRequest request, streamRequestOf(spec, data));
  MASU_TRY(fixture.stream, openStream(data.dataset, loader::learningStream(request)));
  for (std::size_t i = 0; i < copies; ++i) {
    MASU_TRY(std::vector<ModelRun> one, makeModelRuns(spec, data, fixture.stream->batchesPerEpoch()));
    fixture.copies.push_back(std::move(one.front()));
  }
  return fixture;
}

/// A step that copies take together, each with its own slices, and that the first of them adds up from their messages.
Result<SliceSum> sumOfRanks(Fixture& fixture, const loader::Batch& batch, std::uint64_t slices,
                            std::vector<Score>& scores) {
  const std::size_t world = fixture.copies.size();
  std::map<std::pair<std::uint64_t, std::uint64_t>, SliceSum> known;
  for (std::size_t rank = 0; rank < world; ++rank) {
    for (const SliceRange node : nodesOf(slicesOfRank(rank, world, slices), slices)) {
      MASU_TRY(const SliceSum sum, fixture.learner(rank).sumOf(batch, node, scores[rank]));
      MASU_TRY(const std::string message, fixture.learner(rank).packed(sum));
      MASU_TRY(SliceSum heard, fixture.learner(0).unpacked(message));
      known.emplace(std::pair(node.first, node.last), std::move(heard));
    }
  }
  const auto given = [&](SliceRange node) -> Result<std::optional<SliceSum>> {
    const auto found = known.find({node.first, node.last});
    if (found == known.end()) return std::optional<SliceSum>();
    return std::optional<SliceSum>(std::move(found->second));
  };
  const auto join = [&](SliceSum left, SliceSum right) {
    return fixture.learner(0).joined(std::move(left), std::move(right));
  };
  return addedUp<SliceSum>({0, slices}, given, join);
}

}  // namespace

/// Steps in slices, by one model or by several copies of it.
class SlicedStepTest : public QObject {
  Q_OBJECT

 private:
  fs::path place(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void initTestCase() {
    SmallDataset{}.write(place("table.h5"));
    SmallDataset{.sampleShape = {2, 96}}.write(place("waves.h5"));
    SmallDataset{.values = true, .weights = true}.write(place("values.h5"));
    SmallDataset{.weights = true}.write(place("weights.h5"));
  }

  void copiesThatShareTheSlicesLearnWhatOneDoes_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("dataset");
    QTest::addColumn<int>("slices");
    QTest::addColumn<int>("world");
    for (const auto& [model, dataset] : {std::pair{"mlp", "table.h5"},
                                         {"mlp", "values.h5"},
                                         {"cnn1d", "waves.h5"},
                                         {"resnet1d", "waves.h5"},
                                         {"cnn2d", "waves.h5"}}) {
      for (const auto& [slices, world] : {std::pair{4, 2}, {5, 2}, {8, 3}}) {
        QTest::addRow("%s, %s, %d slices, %d copies", model, dataset, slices, world)
            << model << dataset << slices << world;
      }
    }
  }

  void copiesThatShareTheSlicesLearnWhatOneDoes() {
    QFETCH(QString, model);
    QFETCH(QString, dataset);
    QFETCH(int, slices);
    QFETCH(int, world);
    const auto spec =
        specFor(place(dataset.toUtf8().constData()), model.toStdString(), static_cast<std::uint64_t>(slices));
    auto alone = made(spec, 1);
    QVERIFY2(alone, alone ? "" : alone.error().message.english().c_str());
    auto together = made(spec, static_cast<std::size_t>(world));
    QVERIFY(together);
    Score score = alone->copies[0].trained;
    std::vector<Score> scores(static_cast<std::size_t>(world), score);
    bool wasShort = false;
    for (int step = 0; step < kSteps; ++step) {
      const loader::BatchPtr batch = alone->next();
      wasShort = wasShort || batch->samples < 2 * spec.slices;
      QVERIFY(alone->learner(0).learn(*batch, score));
      auto sum = sumOfRanks(*together, *batch, spec.slices, scores);
      QVERIFY2(sum, sum ? "" : sum.error().message.english().c_str());
      QVERIFY(together->learner(0).stepBy(std::move(*sum), scores[0]));
      QCOMPARE(together->weights(0), alone->weights(0));
      QCOMPARE(scores[0].lastLoss(), score.lastLoss());
      const std::string state = together->learner(0).state().value();
      for (std::size_t rank = 1; rank < together->copies.size(); ++rank)
        QVERIFY(together->learner(rank).setState(state));
    }
    QVERIFY(wasShort || slices < 5);
    QCOMPARE(score.samples(), scores[0].samples());
  }

  /// Without dropout: its seed is the slice's.
  void oneSliceIsTheStepOnTheWholeBatch_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("dataset");
    QTest::newRow("linear") << "linear"
                            << "table.h5";
    QTest::newRow("linear, values and weights") << "linear"
                                                << "values.h5";
    QTest::newRow("batch normalisation") << "resnet1d"
                                         << "waves.h5";
  }

  void oneSliceIsTheStepOnTheWholeBatch() {
    QFETCH(QString, model);
    QFETCH(QString, dataset);
    const bool isWeighted = dataset == "values.h5";
    auto both = made(specFor(place(dataset.toUtf8().constData()), model.toStdString(), 1), 2);
    QVERIFY2(both, both ? "" : both.error().message.english().c_str());
    Score plain = both->copies[0].trained;
    Score sliced = both->copies[1].trained;
    for (int step = 0; step < kSteps; ++step) {
      const loader::BatchPtr batch = both->next();
      QVERIFY(both->learner(0).learn(*batch, plain));
      auto sum = both->learner(1).sumOf(*batch, {0, 1}, sliced);
      QVERIFY(sum);
      QCOMPARE(sum->samples(), batch->samples);
      QVERIFY(both->learner(1).stepBy(std::move(*sum), sliced));
      if (!isWeighted) QCOMPARE(both->weights(1), both->weights(0));
      const double near = isWeighted ? 1e-4 * std::abs(plain.lastLoss()) : 0;
      QVERIFY(std::abs(sliced.lastLoss() - plain.lastLoss()) <= near);
    }
    QVERIFY(std::abs(sliced.loss() - plain.loss()) <= 1e-4 * std::abs(plain.loss()));
  }

  /// Where there is neither dropout nor batch normalisation, the gradient is that of the whole batch but for rounding,
  /// also where slices differ in size and samples in weight.
  void slicesAddUpToTheGradientOfTheBatch_data() {
    QTest::addColumn<QString>("dataset");
    for (const char* dataset : {"table.h5", "weights.h5", "values.h5"}) QTest::newRow(dataset) << dataset;
  }

  void slicesAddUpToTheGradientOfTheBatch() {
    QFETCH(QString, dataset);
    const fs::path file = place(dataset.toUtf8().constData());
    auto whole = made(specFor(file, "linear", 1), 1);
    auto sliced = made(specFor(file, "linear", 5), 1);
    QVERIFY(whole && sliced);
    Score one = whole->copies[0].trained;
    Score other = sliced->copies[0].trained;
    for (int step = 0; step < kSteps; ++step) {
      const loader::BatchPtr batch = whole->next();
      QVERIFY(whole->learner(0).learn(*batch, one));
      QVERIFY(sliced->learner(0).learn(*batch, other));
      QVERIFY2(std::abs(one.lastLoss() - other.lastLoss()) <= 1e-3 * std::abs(one.lastLoss()),
               std::to_string(other.lastLoss()).c_str());
      QVERIFY(std::isfinite(one.lastLoss()));
    }
    QCOMPARE(one.samples(), other.samples());
  }

  void statisticsAreThoseOfASlice() {
    auto whole = made(specFor(place("waves.h5"), "resnet1d", 1), 1);
    auto sliced = made(specFor(place("waves.h5"), "resnet1d", 4), 1);
    QVERIFY(whole && sliced);
    QCOMPARE(sliced->weights(0), whole->weights(0));
    Score score = whole->copies[0].trained;
    const loader::BatchPtr batch = whole->next();
    QVERIFY(whole->learner(0).learn(*batch, score));
    const double loss = score.lastLoss();
    QVERIFY(sliced->learner(0).learn(*batch, score));
    QVERIFY(sliced->weights(0) != whole->weights(0));
    QVERIFY(score.lastLoss() != loss);
  }

  void addingUpLeavesTheLearnerAsItWas() {
    auto fixture = made(specFor(place("waves.h5"), "cnn1d", 4), 1);
    QVERIFY(fixture);
    const std::string before = fixture->weights(0);
    const std::string state = fixture->learner(0).state().value();
    Score score = fixture->copies[0].trained;
    const loader::BatchPtr batch = fixture->next();
    QVERIFY(fixture->learner(0).sumOf(*batch, {0, 4}, score));
    QVERIFY(fixture->learner(0).sumOf(*batch, {2, 4}, score));
    QCOMPARE(fixture->weights(0), before);
    QVERIFY(fixture->learner(0).state().value() == state);
    QVERIFY(fixture->learner(0).learn(*batch, score));
    QVERIFY(fixture->weights(0) != before);
  }
};

MASU_TEST(SlicedStepTest)
#include "sliced_step_test.moc"
