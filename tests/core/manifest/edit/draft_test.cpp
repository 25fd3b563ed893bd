// SPDX-License-Identifier: GPL-3.0-or-later
// Editing by hand: what is done can be undone, and counts are always those of the assignment.
#include "core/manifest/edit/draft.h"

#include <QTest>
#include <set>

#include "core/manifest/samples/dataset_rows.h"
#include "tests/fixtures/manifest_fixture.h"

using namespace fixture;
using masu::manifest::Change;
using masu::manifest::Draft;
using masu::manifest::GroupLevels;
using masu::manifest::GroupTree;
using masu::manifest::SampleSet;
using masu::manifest::SplitTally;
using masu::manifest::TaggedRun;
using masu::manifest::TaggedRuns;

namespace {

constexpr std::size_t kClasses = 5;

/// 40 recordings of 5000 samples from seven machines that take turns.
std::shared_ptr<FakeDataset> machines() {
  auto data = dataset({40, 5000});
  addLabels(*data, skewedLabels(data->samples(), kClasses, 3), kClasses);
  std::vector<std::int32_t> groups(data->samples());
  for (std::uint64_t i = 0; i < groups.size(); ++i) groups[i] = static_cast<std::int32_t>(i / 5000 % 7);
  data->add("group", DType::i32, {}, 4096, groups);
  for (int group = 0; group < 7; ++group) data->editMeta().groups.push_back("machine " + std::to_string(group));
  return data;
}

std::vector<std::uint16_t> labelsOf(const FakeDataset& data) {
  std::vector<std::uint16_t> labels(data.samples());
  [[maybe_unused]] const auto read =
      data.read(*data.find("labels"), 0, labels.size(), std::as_writable_bytes(std::span(labels)));
  return labels;
}

std::uint64_t sum(const SplitTally& tally) {
  return tally[0] + tally[1] + tally[2] + tally[3];
}

/// Counts again what the draft keeps up to date.
void verifyCounts(const FakeDataset& data, const Draft& draft) {
  static const auto labels = labelsOf(data);
  SplitTally counts{};
  std::vector<SplitTally> perClass(kClasses);
  std::vector<SplitTally> recordings(40);
  std::vector<SplitTally> groups(7);
  for (std::uint64_t i = 0; i < data.samples(); ++i) {
    const auto split = static_cast<std::size_t>(draft.assignment()[i]);
    ++counts[split];
    ++perClass[labels[i]][split];
    ++recordings[i / 5000][split];
    ++groups[i / 5000 % 7][split];
  }
  QCOMPARE(draft.counts(), counts);
  QCOMPARE(draft.perClass(), perClass);
  if (draft.groups() == nullptr) return;
  QCOMPARE(draft.groups()->groups().size(), groups.size());
  for (std::size_t g = 0; g < groups.size(); ++g) QCOMPARE(draft.groups()->groups()[g].counts, groups[g]);
  for (std::size_t r = 0; r < recordings.size(); ++r) QCOMPARE(draft.groups()->children()[r].counts, recordings[r]);
}

/// Rows as people pick them: single ones, stretches, every second one.
SampleSet anySamples(std::mt19937& random, std::uint64_t samples) {
  std::vector<TaggedRun> runs;
  for (int stretch = 0; stretch < 20; ++stretch) {
    const std::uint64_t first = random() % samples;
    const std::uint64_t count = 1 + random() % (stretch % 2 == 0 ? 4 : 9000);
    const std::uint64_t step = 1 + random() % 3;
    for (std::uint64_t i = first; i < std::min(first + count, samples); i += step) runs.push_back({i, 1, 0});
  }
  return SampleSet::of(std::move(runs));
}

}  // namespace

class DraftTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void runsComeBackAsTheyWerePut();
  void shuffledSamplesTakeAByteEach();
  void setsAreSortedAndWithoutRepeats();
  void movesCanBeUndoneAndRedone();
  void replacingIsOneChange();
  void movingWhatIsThereChangesNothing();
  void scatteredChangesStaySmall();
  void groupsHoldTheirSamples();
  void filterThenMove();
  void talliesWhatAFilterTakes();
  void changesAreFoundBeforeTheyAreMade();
  void whatIsInBothSets();
  void wrongLengthIsASentence();
  void failedReadChangesNothing();
};

void DraftTest::runsComeBackAsTheyWerePut() {
  std::mt19937 random(1);
  TaggedRuns runs(TaggedRuns::Tags::some);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> put;
  std::uint64_t sample = 0;
  for (int i = 0; i < 20'000; ++i) {
    sample += random() % 3;
    const std::uint64_t count = 1 + random() % (i % 100 == 0 ? 1000 : 3);
    const auto tag = static_cast<std::uint32_t>(random() % (i % 7 == 0 ? GroupTree::kMostChildren : 16));
    runs.append(sample, count, tag);
    for (std::uint64_t k = 0; k < count; ++k) put.emplace_back(sample + k, tag);
    sample += count;
  }
  QCOMPARE(runs.samples(), put.size());
  QCOMPARE(runs.end(), put.back().first + 1);
  std::size_t at = 0;
  TaggedRuns::Cursor cursor(runs);
  for (TaggedRun run; cursor.next(run);) {
    for (std::uint64_t k = 0; k < run.count; ++k) {
      QCOMPARE((std::pair{run.first + k, run.tag}), put[at++]);
    }
  }
  QCOMPARE(at, put.size());
  TaggedRuns::Cursor jumping(runs);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t index = random() % put.size();
    QCOMPARE(runs.at(index), put[index].first);
    TaggedRun run;
    jumping.seek(put[index].first);
    QVERIFY(jumping.next(run));
    QVERIFY(run.first <= put[index].first && put[index].first < run.first + run.count);
    QCOMPARE(run.tag, put[index].second);
  }
}

void DraftTest::shuffledSamplesTakeAByteEach() {
  constexpr std::uint64_t kSamples = 200'000;
  for (const auto& [tags, bytes] : {std::pair{30U, 1.0}, {4000U, 2.0}}) {
    std::mt19937 random(tags);
    TaggedRuns runs(TaggedRuns::Tags::some);
    for (std::uint64_t i = 0; i < kSamples; ++i) runs.append(i, 1, static_cast<std::uint32_t>(random() % tags));
    runs.trim();
    const double each = static_cast<double>(runs.bytes()) / kSamples;
    QVERIFY2(each <= bytes + 0.05, qPrintable(QString::number(each)));
  }
}

void DraftTest::setsAreSortedAndWithoutRepeats() {
  const SampleSet set = SampleSet::of({{50, 10, 0}, {3, 4, 0}, {55, 10, 0}, {5, 1, 0}, {7, 1, 0}});
  QCOMPARE(set.size(), std::uint64_t{5 + 15});
  std::vector<std::uint64_t> samples;
  for (std::uint64_t i = 0; i < set.size(); ++i) samples.push_back(set.at(i));
  QVERIFY(std::ranges::is_sorted(samples));
  QCOMPARE(samples.front(), std::uint64_t{3});
  QCOMPARE(samples[4], std::uint64_t{7});
  QCOMPARE(samples[5], std::uint64_t{50});
  QCOMPARE(samples.back(), std::uint64_t{64});
}

void DraftTest::movesCanBeUndoneAndRedone() {
  const auto data = machines();
  std::mt19937 random(5);
  Assignment start(data->samples());
  for (Split& split : start) split = static_cast<Split>(random() % 4);
  auto draft = Draft::begin(data, start);
  QVERIFY(draft);
  QVERIFY(draft->groupBy({"group", "source"}));
  std::vector<Assignment> states = {start};
  std::vector<Change> changes;
  for (int i = 0; i < 12; ++i) {
    const SampleSet chosen = anySamples(random, data->samples());
    auto change = draft->move(chosen, static_cast<Split>(i % 4));
    QVERIFY(change);
    for (std::uint64_t k = 0; k < chosen.size(); k += 97) {
      QCOMPARE(draft->assignment()[chosen.at(k)], static_cast<Split>(i % 4));
    }
    changes.push_back(std::move(*change));
    states.push_back(draft->assignment());
    verifyCounts(*data, *draft);
  }
  for (std::size_t i = changes.size(); i-- > 0;) {
    draft->undo(changes[i]);
    QVERIFY(draft->assignment() == states[i]);
    verifyCounts(*data, *draft);
  }
  for (std::size_t i = 0; i < changes.size(); ++i) draft->redo(changes[i]);
  QVERIFY(draft->assignment() == states.back());
  verifyCounts(*data, *draft);
}

void DraftTest::replacingIsOneChange() {
  const auto data = machines();
  masu::manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  const auto first = draw(*data, plan);
  plan.seed = 9;
  const auto second = draw(*data, plan);
  QVERIFY(first && second);
  auto draft = Draft::begin(data, *first);
  QVERIFY(draft);
  const auto change = draft->replace(*second);
  QVERIFY(change);
  QVERIFY(draft->assignment() == *second);
  verifyCounts(*data, *draft);
  draft->undo(*change);
  QVERIFY(draft->assignment() == *first);
  verifyCounts(*data, *draft);
}

void DraftTest::movingWhatIsThereChangesNothing() {
  const auto data = machines();
  auto draft = Draft::begin(data, Assignment(data->samples(), Split::train));
  QVERIFY(draft);
  const auto change = draft->move(SampleSet::of({{0, data->samples(), 0}}), Split::train);
  QVERIFY(change);
  QVERIFY(change->empty());
  QCOMPARE(draft->counts()[1], data->samples());
}

void DraftTest::scatteredChangesStaySmall() {
  const auto data = machines();
  auto draft = Draft::begin(data, Assignment(data->samples(), Split::train));
  QVERIFY(draft);
  std::vector<TaggedRun> every;
  for (std::uint64_t i = 0; i < data->samples(); i += 2) every.push_back({i, 1, 0});
  const auto scattered = draft->move(SampleSet::of(every), Split::test);
  QVERIFY(scattered);
  // Two bytes a run, and a mark of 24 bytes for every 1024 runs.
  QVERIFY(scattered->bytes() <= 2 * scattered->samples() + scattered->samples() / 1024 * 24 + 512);
  const auto whole = draft->move(SampleSet::of({{0, data->samples(), 0}}), Split::validation);
  draft->undo(*whole);
  draft->undo(*scattered);
  const auto block = draft->move(SampleSet::of({{1000, 150'000, 0}}), Split::test);
  QVERIFY(block->bytes() < 1024);
}

void DraftTest::groupsHoldTheirSamples() {
  const auto data = machines();
  const auto levels = GroupTree::levelsOf(*data);
  QVERIFY(levels);
  QCOMPARE(levels->outer, std::string("group"));
  QCOMPARE(levels->inner, std::string("source"));
  const auto tree = GroupTree::build(*data, Assignment(data->samples(), Split::train), *levels);
  QVERIFY(tree);
  QCOMPARE(tree->children().size(), std::size_t{40});
  QCOMPARE(tree->nameOf(tree->groups()[6]), std::string("machine 6"));
  QCOMPARE(tree->nameOf(tree->children()[12]), sourcePath(12));
  const SampleSet samples = tree->samplesOf(tree->groups()[2].children);
  QCOMPARE(samples.size(), sum(tree->groups()[2].counts));
  for (std::uint64_t i = 0; i < samples.size(); i += 13) QCOMPARE(samples.at(i) / 5000 % 7, std::uint64_t{2});

  const auto byClass = GroupTree::build(*data, Assignment(data->samples(), Split::test), {"label", ""});
  QVERIFY(byClass);
  QCOMPARE(byClass->groups().size(), kClasses);
  std::uint64_t all = 0;
  for (const auto& group : byClass->groups()) {
    all += group.counts[3];
    QCOMPARE(byClass->samplesOf(group.children).size(), group.counts[3]);
  }
  QCOMPARE(all, data->samples());
  QVERIFY(!GroupTree::build(*data, Assignment(data->samples(), Split::test), {"nothing", ""}));
}

void DraftTest::filterThenMove() {
  const auto data = machines();
  auto draft = Draft::begin(data, Assignment(data->samples(), Split::train));
  QVERIFY(draft);
  const auto matching = [&](const char* filter) {
    SampleSet samples;
    const auto done = masu::manifest::select(*data, filter, &draft->assignment(), {},
                                             [&](std::uint64_t sample) { samples.add(sample); });
    return done ? samples : SampleSet();
  };
  const SampleSet chosen = matching("label = \"class 2\" and source contains \"rec_1\"");
  QVERIFY(!chosen.empty());
  QVERIFY(draft->move(chosen, Split::validation));
  QCOMPARE(draft->counts()[2], chosen.size());
  QCOMPARE(draft->perClass()[2][2], chosen.size());
  QCOMPARE(matching("split = \"validation\"").size(), chosen.size());
}

void DraftTest::talliesWhatAFilterTakes() {
  const auto data = machines();
  std::mt19937 random(11);
  Assignment assignment(data->samples());
  for (Split& split : assignment) split = static_cast<Split>(random() % 4);
  const auto tree = GroupTree::build(*data, assignment, {"group", "source"});
  QVERIFY(tree);
  const SampleSet chosen = anySamples(random, data->samples());
  const auto tallies = tree->tally(chosen, assignment);
  QCOMPARE(tallies.size(), tree->children().size());
  for (std::uint32_t child = 0; child < tallies.size(); child += 3) {
    const SampleSet both = intersection(chosen, tree->samplesOf({child}));
    SplitTally wanted{};
    for (std::uint64_t i = 0; i < both.size(); ++i) ++wanted[static_cast<std::size_t>(assignment[both.at(i)])];
    QCOMPARE(tallies[child], wanted);
  }
}

void DraftTest::changesAreFoundBeforeTheyAreMade() {
  const auto data = machines();
  auto draft = Draft::begin(data, Assignment(data->samples(), Split::train));
  QVERIFY(draft);
  const auto change = draft->changeMoving(SampleSet::of({{10, 20, 0}}), Split::test);
  QVERIFY(change);
  QCOMPARE(draft->counts()[3], std::uint64_t{0});
  draft->redo(*change);
  QCOMPARE(draft->counts()[3], std::uint64_t{20});
  verifyCounts(*data, *draft);
}

void DraftTest::whatIsInBothSets() {
  const SampleSet a = SampleSet::of({{0, 10, 0}, {20, 10, 0}, {40, 1, 0}});
  const SampleSet b = SampleSet::of({{5, 20, 0}, {26, 2, 0}, {40, 5, 0}});
  std::vector<std::uint64_t> both;
  const SampleSet common = intersection(a, b);
  for (std::uint64_t i = 0; i < common.size(); ++i) both.push_back(common.at(i));
  QCOMPARE(both, (std::vector<std::uint64_t>{5, 6, 7, 8, 9, 20, 21, 22, 23, 24, 26, 27, 40}));
  QVERIFY(intersection(a, SampleSet()).empty());
  QCOMPARE(intersection(b, a).size(), common.size());
}

void DraftTest::wrongLengthIsASentence() {
  const auto draft = Draft::begin(machines(), Assignment(7));
  QVERIFY(!draft);
  QVERIFY(draft.error().message.english().find("7 samples") != std::string::npos);
}

void DraftTest::failedReadChangesNothing() {
  const auto data = machines();
  auto draft = Draft::begin(data, Assignment(data->samples(), Split::train));
  QVERIFY(draft);
  data->failAt("labels", 30);
  QVERIFY(!draft->move(SampleSet::of({{0, data->samples(), 0}}), Split::test));
  QCOMPARE(draft->counts()[1], data->samples());
  QVERIFY(draft->assignment() == Assignment(data->samples(), Split::train));
}

QTEST_APPLESS_MAIN(DraftTest)
#include "draft_test.moc"
