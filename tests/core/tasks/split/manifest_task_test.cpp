// SPDX-License-Identifier: GPL-3.0-or-later
// Splits, manifests and checks on real data, through the tasks.
#include "core/tasks/split/manifest_task.h"

#include <QList>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "core/io/file.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/split/check_task.h"
#include "core/tasks/split/edit_task.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

const fs::path kShared = MASU_SHARED_DATA;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

Result<void> importAdult(const fs::path& target) {
  Progress progress;
  InspectRequest inspection;
  inspection.options.sources = {kShared / "adult" / "adult-train.csv"};
  inspection.options.as = ingest::SourceKind::table;
  inspection.options.labels = {"c15"};
  inspection.target = target;
  MASU_TRY(const Inspection inspected, inspectionIn(inspect(inspection, {{}, progress})));
  ImportRequest request;
  request.plan = inspected.plan;
  request.load.target = target;
  MASU_TRY(const ImportOutcome imported, runImport(request, {{}, progress}));
  return imported.report.samples > 0 ? Result<void>() : fail(Errc::noSamples, "Nothing was imported.");
}

}  // namespace

class ManifestTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void excludeCountsWhatPythonCounts();
  void foldsAgreeWithScikitLearn();
  void groupsOfAColumnStayWhole();
  void copyFreezeRenameDelete();
  void aDamagedManifestStaysAsItIs();
  void diffShowsWhatMoved();
  void failedFoldsChangeNothing();
  void checksFindTheRepeatedRecords();
  void remediesLeaveNoFinding();
  void editsAreSavedWithTheirOrigin();
  void sharesAgreeWithScikitLearn();
  void groupFoldsAreAsEvenAsScikitLearns();
  void listsOfEveryFormComeBack();

 private:
  Result<SplitOutcome> drawn(const manifest::SplitPlan& plan, const std::string& name, unsigned folds = 0) const;
  QByteArray python(const QString& script) const;
  fs::path file() const { return fs::path(m_folder.path().toStdString()) / "adult.h5"; }
  QTemporaryDir m_folder;
};

void ManifestTaskTest::initTestCase() {
  if (!fs::exists(kShared / "adult")) QSKIP("The folder of real data sets is not here.");
  const auto adult = importAdult(file());
  QVERIFY2(adult, sentence(adult).c_str());
}

Result<SplitOutcome> ManifestTaskTest::drawn(const manifest::SplitPlan& plan, const std::string& name,
                                             unsigned folds) const {
  Progress progress;
  return split({file(), name, plan, folds}, {{}, progress});
}

/// What a script prints that finds the dataset as F; empty where Python lacks what it imports.
QByteArray ManifestTaskTest::python(const QString& script) const {
  QProcess process;
  process.start(QStringLiteral("/usr/bin/python3"), {QStringLiteral("-c"), script, QString::fromStdString(file())});
  process.waitForFinished(120'000);
  return process.exitCode() == 0 ? process.readAllStandardOutput().trimmed() : QByteArray();
}

void ManifestTaskTest::excludeCountsWhatPythonCounts() {
  manifest::SplitPlan plan;
  plan.ratios = {1, 0, 0};
  plan.exclude = "c1 >= 40 and (c8 != \"Husband\" or c2 contains \"gov\") and label = \">50K\"";
  const auto outcome = drawn(plan, "excluded");
  QVERIFY2(outcome, sentence(outcome).c_str());
  const QByteArray counted = python(
      QStringLiteral("import sys, pandas\n"
                     "t = pandas.read_csv('%1', header=None, skipinitialspace=True, keep_default_na=False)\n"
                     "hit = (t[0] >= 40) & ((t[7] != 'Husband') | t[1].str.contains('gov')) & (t[14] == '>50K')\n"
                     "print(hit.sum())")
          .arg(QString::fromStdString(kShared / "adult" / "adult-train.csv")));
  if (counted.isEmpty()) QSKIP("Python's pandas is not here.");
  QCOMPARE(outcome->counts.unused, counted.toULongLong());
}

void ManifestTaskTest::foldsAgreeWithScikitLearn() {
  manifest::SplitPlan plan;
  plan.stratify = true;
  const auto outcome = drawn(plan, "cv", 5);
  QVERIFY2(outcome, sentence(outcome).c_str());
  QCOMPARE(outcome->folds.size(), std::size_t{5});
  const QByteArray sizes =
      python(QStringLiteral("import sys, h5py, numpy\n"
                            "from sklearn.model_selection import StratifiedKFold\n"
                            "f = h5py.File(sys.argv[1]); y = f['labels'][:]\n"
                            "s = h5py.File(sys.argv[1].replace('.h5', '.splits.h5'))\n"
                            "theirs = [numpy.bincount(y[v]) for _, v in StratifiedKFold(5).split(y, y)]\n"
                            "ours = [numpy.bincount(y[s['cv-%d' % k][:] == 2]) for k in range(1, 6)]\n"
                            "print(int(abs(numpy.array(theirs) - numpy.array(ours)).max()))"));
  if (sizes.isEmpty()) QSKIP("Python's scikit-learn is not here.");
  QVERIFY(sizes.toInt() <= 1);
}

void ManifestTaskTest::groupsOfAColumnStayWhole() {
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.byGroup = true;
  plan.groupBy = "c4";
  const auto outcome = drawn(plan, "by education");
  QVERIFY2(outcome, sentence(outcome).c_str());
  QVERIFY(outcome->counts.validation > 0 && outcome->counts.test > 0);
  const QByteArray mixed =
      python(QStringLiteral("import sys, h5py, json\n"
                            "f = h5py.File(sys.argv[1]); c = json.loads(f['meta/columns'][()].tobytes())\n"
                            "names = [x['name'] for x in c if x['role'] == 'category']\n"
                            "g = f['categories'][:, names.index('c4')]\n"
                            "s = h5py.File(sys.argv[1].replace('.h5', '.splits.h5'))['by education'][:]\n"
                            "print(max(len(set(s[g == k])) for k in set(g)))"));
  if (mixed.isEmpty()) QSKIP("Python's h5py is not here.");
  QCOMPARE(mixed, QByteArray("1"));
}

void ManifestTaskTest::copyFreezeRenameDelete() {
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  QVERIFY(drawn(plan, "first"));
  const auto copied = copyManifest(file(), "first", "second");
  QVERIFY2(copied, sentence(copied).c_str());
  QCOMPARE(copied->hash, manifestFacts(file(), "first")->hash);
  QCOMPARE(copyManifest(file(), "first", "second").error().code, Errc::exists);
  QVERIFY(freezeManifest(file(), "second")->frozen);
  QCOMPARE(drawn(plan, "second").error().code, Errc::permission);
  QCOMPARE(deleteManifest(file(), "second").error().code, Errc::permission);
  const auto renamed = renameManifest(file(), "first", "third");
  QVERIFY(renamed);
  QCOMPARE(renamed->hash, copied->hash);
  QVERIFY(deleteManifest(file(), "third"));
  QCOMPARE(manifestFacts(file(), "third").error().code, Errc::notFound);
}

void ManifestTaskTest::aDamagedManifestStaysAsItIs() {
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  QVERIFY(drawn(plan, "broken"));
  const QByteArray damaged = python(
      QStringLiteral("import sys, h5py\n"
                     "with h5py.File(sys.argv[1].replace('.h5', '.splits.h5'), 'r+') as s: s['broken'][7] ^= 1\n"
                     "print('damaged')"));
  if (damaged.isEmpty()) QSKIP("Python's h5py is not here.");
  const auto bytes = [&] { return io::readText(fs::path(file()).replace_extension(".splits.h5"), 1 << 30); };
  const auto before = bytes();
  QVERIFY(before);
  QCOMPARE(freezeManifest(file(), "broken").error().code, Errc::damaged);
  QCOMPARE(renameManifest(file(), "broken", "whole").error().code, Errc::damaged);
  QVERIFY(*bytes() == *before);
  QVERIFY(deleteManifest(file(), "broken"));
}

void ManifestTaskTest::diffShowsWhatMoved() {
  manifest::SplitPlan plan;
  plan.ratios = {0.5, 0, 0.5};
  QVERIFY(drawn(plan, "a"));
  QCOMPARE(diffManifests(file(), "a", "a")->moved, std::uint64_t{0});
  plan.seed = 1;
  const auto drawnB = drawn(plan, "b");
  QVERIFY(drawnB);
  const auto diff = diffManifests(file(), "a", "b");
  QVERIFY2(diff, sentence(diff).c_str());
  QCOMPARE(diff->moves.size(), std::size_t{2});
  // Equal counts before and after: as many went there as came back.
  QCOMPARE(diff->moves[0].samples, diff->moves[1].samples);
  for (const ManifestMove& move : diff->moves) {
    QCOMPARE(move.perClass[0] + move.perClass[1], move.samples);
  }
  QCOMPARE(diff->moved, 2 * diff->moves[0].samples);
}

void ManifestTaskTest::failedFoldsChangeNothing() {
  manifest::SplitPlan plan;
  plan.ratios = {1, 0, 0};
  QVERIFY(drawn(plan, "k-2"));
  QVERIFY(freezeManifest(file(), "k-2"));
  const std::size_t before = listManifests(file())->size();
  QCOMPARE(drawn({}, "k", 3).error().code, Errc::permission);
  QCOMPARE(listManifests(file())->size(), before);
}

void ManifestTaskTest::checksFindTheRepeatedRecords() {
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  plan.stratify = true;
  QVERIFY(drawn(plan, "default"));
  Progress progress;
  const auto outcome = check({file(), "default", {}}, {{}, progress});
  QVERIFY2(outcome, sentence(outcome).c_str());
  QCOMPARE(outcome->checks.size(), std::size_t{9});
  for (const manifest::Check& found : outcome->checks) {
    // Adult is known for its repeated records, some of which differ in their label alone.
    const bool known = found.name == "duplicates" || found.name == "conflicting_labels";
    QVERIFY2(found.passed != known, (found.name + ": " + found.detail.english()).c_str());
  }
}

void ManifestTaskTest::remediesLeaveNoFinding() {
  Progress progress;
  for (const char* name : {"duplicates", "conflicting_labels"}) {
    const std::string clean = std::string("clean of ") + name;
    const auto applied = applyRemedy({file(), "default", name, clean, {}}, {{}, progress});
    QVERIFY2(applied, sentence(applied).c_str());
    // Equal samples are kept together; what the labels say of them is for people to look at.
    QCOMPARE(applied->redrawn, std::string_view(name) == "duplicates");
    QCOMPARE(applied->setAside > 0, !applied->redrawn);
    QCOMPARE(applied->facts.counts.unused, applied->setAside);
    const std::string described =
        applied->redrawn ? "\"keep_equal\":true" : "\"edited\":" + std::to_string(applied->setAside);
    QVERIFY(applied->facts.origin.find(described) != std::string::npos);
    const auto again = check({file(), clean, {}}, {{}, progress});
    QVERIFY2(again, sentence(again).c_str());
    for (const manifest::Check& found : again->checks) {
      if (found.name == name) QVERIFY2(found.passed, found.detail.english().c_str());
    }
  }
}

void ManifestTaskTest::editsAreSavedWithTheirOrigin() {
  Progress progress;
  const JobContext job{{}, progress};
  manifest::SplitPlan plan;
  plan.ratios = {0.8, 0.1, 0.1};
  QVERIFY(drawn(plan, "drawn"));
  const auto dataset = *store::Dataset::open(file());
  auto draft = openDraft(dataset, "drawn", job);
  QVERIFY2(draft, sentence(draft).c_str());
  const auto chosen = selectSamples(*dataset, "c1 > 60 and split = \"train\"", &draft->assignment(), job);
  QVERIFY2(chosen, sentence(chosen).c_str());
  const auto change = draft->move(*chosen, store::Split::test);
  QVERIFY(change);
  QCOMPARE(change->samples(), chosen->size());
  const std::string origin = manifestFacts(file(), "drawn")->origin;
  const auto saved = saveDraft(*dataset, draft->assignment(), {"by hand", origin, change->samples()});
  QVERIFY2(saved, sentence(saved).c_str());
  QCOMPARE(saved->hash, manifestFacts(file(), "by hand")->hash);
  QCOMPARE(saved->counts.test, manifestFacts(file(), "drawn")->counts.test + chosen->size());
  QCOMPARE(manifest::planOf(saved->origin)->ratios, plan.ratios);
  QCOMPARE(diffManifests(file(), "drawn", "by hand")->moved, chosen->size());
  draft->undo(*change);
  QCOMPARE(hashOf(draft->assignment()), manifestFacts(file(), "drawn")->hash);

  QVERIFY(freezeManifest(file(), "by hand"));
  QCOMPARE(saveDraft(*dataset, draft->assignment(), {"by hand", origin, 0}).error().code, Errc::permission);
  QCOMPARE(manifestFacts(file(), "by hand")->hash, saved->hash);
  QCOMPARE(saveDraft(*dataset, draft->assignment(), {"", origin, 0}).error().code, Errc::invalidArgument);
}

void ManifestTaskTest::sharesAgreeWithScikitLearn() {
  manifest::SplitPlan plan;
  plan.ratios = {0.75, 0, 0.25};
  plan.stratify = true;
  QVERIFY(drawn(plan, "shares"));
  const QByteArray off = python(QStringLiteral(
      "import sys, h5py, numpy\n"
      "from sklearn.model_selection import train_test_split\n"
      "f = h5py.File(sys.argv[1]); y = f['labels'][:]\n"
      "s = h5py.File(sys.argv[1].replace('.h5', '.splits.h5'))['shares'][:]\n"
      "train, test = train_test_split(numpy.arange(len(y)), test_size=0.25, stratify=y, random_state=0)\n"
      "print(max(abs(numpy.bincount(y[train]) - numpy.bincount(y[s == 1])).max(),\n"
      "          abs(numpy.bincount(y[test]) - numpy.bincount(y[s == 3])).max()))"));
  if (off.isEmpty()) QSKIP("Python's scikit-learn is not here.");
  QVERIFY2(off.toInt() <= 1, off.constData());
}

void ManifestTaskTest::groupFoldsAreAsEvenAsScikitLearns() {
  // Groups are ages: 73 of very different size, with very different shares of the classes.
  manifest::SplitPlan plan;
  plan.stratify = true;
  plan.byGroup = true;
  plan.groupBy = "c1";
  const auto outcome = drawn(plan, "ages", 5);
  QVERIFY2(outcome, sentence(outcome).c_str());
  const QByteArray printed = python(QStringLiteral(
      "import sys, h5py, json, numpy\n"
      "from sklearn.model_selection import StratifiedGroupKFold\n"
      "f = h5py.File(sys.argv[1]); y = f['labels'][:]; c = json.loads(f['meta/columns'][()].tobytes())\n"
      "names = [x['name'] for x in c if x['role'] == 'feature']\n"
      "g = f['features'][:, names.index('c1')]\n"
      "s = h5py.File(sys.argv[1].replace('.h5', '.splits.h5'))\n"
      "ours = [s['ages-%d' % k][:] == 2 for k in range(1, 6)]\n"
      "theirs = [numpy.isin(numpy.arange(len(y)), v) for _, v in StratifiedGroupKFold(5).split(y, y, g)]\n"
      "def off(folds):\n"
      "    per = numpy.array([numpy.bincount(y[v], minlength=2) for v in folds]) / numpy.bincount(y)\n"
      "    return abs(per - 0.2).max()\n"
      "mixed = any(numpy.intersect1d(g[v], g[~v]).size for v in ours)\n"
      "print(int(mixed), off(ours), off(theirs))"));
  if (printed.isEmpty()) QSKIP("Python's scikit-learn is not here.");
  const QList<QByteArray> figures = printed.split(' ');
  QCOMPARE(figures[0], QByteArray("0"));
  QVERIFY2(figures[1].toDouble() <= figures[2].toDouble() + 0.005, printed.constData());
}

void ManifestTaskTest::listsOfEveryFormComeBack() {
  manifest::SplitPlan plan;
  plan.ratios = {0.7, 0.2, 0.1};
  plan.exclude = "c1 < 20";
  QVERIFY(drawn(plan, "out"));
  for (const auto form : {manifest::TextForm::csv, manifest::TextForm::jsonl}) {
    const fs::path folder = file().parent_path() / manifest::extensionOf(form);
    QVERIFY(writeManifest(file(), "out", folder, false, form));
    const auto read = readManifest(file(), "in", folder);
    QVERIFY2(read, sentence(read).c_str());
    QCOMPARE(manifestFacts(file(), "in")->hash, manifestFacts(file(), "out")->hash);
  }
  // All samples of a table are of one file, so that names cannot tell them apart.
  QVERIFY(!writeManifest(file(), "out", file().parent_path() / "names", false, manifest::TextForm::fileNames));
}

MASU_TEST(ManifestTaskTest)
#include "manifest_task_test.moc"
