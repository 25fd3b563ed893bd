// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of vibration recordings, one recording a class: what a random split does to them, and what helps.
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

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

const fs::path kSource = fs::path(MASU_SHARED_DATA) / "cwru-10class" / "Data";
constexpr std::uint64_t kWindow = 1024;

std::string sentence(const auto& result) {
  return result ? std::string() : result.error().message.english();
}

/// The recordings are NumPy archives; their drive-end channel goes into WAV files of floats.
constexpr const char* kMakeRecordings = R"(
import sys, glob, os, numpy
from scipy.io import wavfile
for path in sorted(glob.glob(os.path.join(sys.argv[1], '*', '*.npz'))):
    name = os.path.splitext(os.path.basename(path))[0].replace('@', '')
    wavfile.write(os.path.join(sys.argv[2], name + '.wav'), 12000, numpy.load(path)['DE'][:, 0].astype('float32'))
)";

manifest::Check named(const CheckOutcome& outcome, const std::string& name) {
  for (const manifest::Check& check : outcome.checks) {
    if (check.name == name) return check;
  }
  return {};
}

}  // namespace

class LeakCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void randomWindowsLeak_data();
  void randomWindowsLeak();
  void orderWithAGapHelps();
  void aRemedyDoesNotUndoWhatWasMovedByHand();
  void noRemedyThatWouldEmptyASplit();

 private:
  fs::path file(std::uint64_t hop) const {
    return fs::path(m_folder.path().toStdString()) / ("bearings-" + std::to_string(hop) + ".h5");
  }
  void importAt(std::uint64_t hop) const;
  CheckOutcome checked(std::uint64_t hop, const std::string& name) const;
  QTemporaryDir m_folder;
};

void LeakCheckTest::initTestCase() {
  if (!fs::exists(kSource)) QSKIP("The folder of real data sets is not here.");
  QDir(m_folder.path()).mkdir(QStringLiteral("wav"));
  QProcess python;
  python.start(QStringLiteral("/usr/bin/python3"),
               {QStringLiteral("-c"), QString::fromUtf8(kMakeRecordings), QString::fromStdString(kSource),
                m_folder.filePath(QStringLiteral("wav"))});
  python.waitForFinished(120'000);
  if (python.exitCode() != 0) QSKIP("Python's SciPy is not here.");
  importAt(kWindow);
  importAt(kWindow / 2);
}

void LeakCheckTest::importAt(std::uint64_t hop) const {
  Progress progress;
  InspectRequest inspection;
  inspection.options.sources = {m_folder.filePath(QStringLiteral("wav")).toStdString()};
  inspection.options.as = ingest::SourceKind::recordings;
  inspection.options.recordings.window = kWindow;
  inspection.options.recordings.hop = hop;
  inspection.options.recordings.labelFrom = "name:^1797_(.*?)(_DE12)?\\.wav$";
  inspection.target = file(hop);
  const auto inspected = inspectionIn(inspect(inspection, {{}, progress}));
  QVERIFY2(inspected, sentence(inspected).c_str());
  ImportRequest request;
  request.plan = inspected->plan;
  request.load.target = file(hop);
  const auto imported = runImport(request, {{}, progress});
  QVERIFY2(imported, sentence(imported).c_str());
  QVERIFY(imported->report.samples > 1000);
}

CheckOutcome LeakCheckTest::checked(std::uint64_t hop, const std::string& name) const {
  Progress progress;
  const auto outcome = check({file(hop), name, {}}, {{}, progress});
  return outcome ? *outcome : CheckOutcome();
}

void LeakCheckTest::randomWindowsLeak_data() {
  QTest::addColumn<qulonglong>("hop");
  QTest::addColumn<bool>("serious");
  QTest::newRow("side by side") << qulonglong{kWindow} << false;
  QTest::newRow("overlapping") << qulonglong{kWindow / 2} << true;
}

void LeakCheckTest::randomWindowsLeak() {
  QFETCH(qulonglong, hop);
  QFETCH(bool, serious);
  Progress progress;
  SplitRequest request;
  request.file = file(hop);
  request.plan.ratios = {0.8, 0.1, 0.1};
  request.plan.stratify = true;
  const auto drawn = split(request, {{}, progress});
  QVERIFY2(drawn, sentence(drawn).c_str());
  QCOMPARE(drawn->perClass.size(), std::size_t{10});
  const CheckOutcome outcome = checked(hop, "default");
  const manifest::Check windows = named(outcome, "overlapping_windows");
  QVERIFY(!windows.passed);
  QCOMPARE(windows.severity, serious ? manifest::Severity::serious : manifest::Severity::warning);
  const manifest::Check groups = named(outcome, "groups_across_splits");
  QVERIFY(!groups.passed);
  QCOMPARE(groups.severity, manifest::Severity::serious);
  QCOMPARE(groups.detail.arguments[0].text, std::string("10"));
}

void LeakCheckTest::orderWithAGapHelps() {
  // Each class is one recording, so that whole recordings cannot be divided: the remedy is an order with a gap.
  Progress progress;
  const std::uint64_t hop = kWindow / 2;
  const auto applied = applyRemedy({file(hop), "default", "overlapping_windows", "in order", {}}, {{}, progress});
  QVERIFY2(applied, sentence(applied).c_str());
  QVERIFY(applied->redrawn);
  QVERIFY(applied->facts.counts.validation > 0 && applied->facts.counts.test > 0);
  const CheckOutcome outcome = checked(hop, "in order");
  QVERIFY(named(outcome, "overlapping_windows").passed);
  QVERIFY(named(outcome, "missing_classes").passed);
  // What was looked at stays as it was.
  QVERIFY(!named(checked(hop, "default"), "overlapping_windows").passed);
}

void LeakCheckTest::aRemedyDoesNotUndoWhatWasMovedByHand() {
  Progress progress;
  const std::uint64_t hop = kWindow / 2;
  const auto dataset = store::Dataset::open(file(hop));
  QVERIFY(dataset);
  auto draft = openDraft(*dataset, "default", {{}, progress});
  QVERIFY(draft);
  manifest::SampleSet few;
  few.add(0, 20);
  const auto moved = draft->move(few, store::Split::test, {});
  QVERIFY(moved && moved->samples() > 0);
  const SaveRequest save{"by hand", manifestFacts(file(hop), "default")->origin, moved->samples()};
  QVERIFY(saveDraft(**dataset, draft->assignment(), save));
  const auto refused = applyRemedy({file(hop), "by hand", "overlapping_windows", "", {}}, {{}, progress});
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::exists);
  QVERIFY(applyRemedy({file(hop), "by hand", "overlapping_windows", "drawn again", {}}, {{}, progress}));
}

void LeakCheckTest::noRemedyThatWouldEmptyASplit() {
  // Ten recordings of ten classes: whole ones would leave validation and test without most of them.
  Progress progress;
  const manifest::Check groups = named(checked(kWindow, "default"), "groups_across_splits");
  QVERIFY(!groups.passed);
  QVERIFY(!groups.remedy.any());
  for (const char* name : {"groups_across_splits", "missing_classes"}) {
    const auto none = applyRemedy({file(kWindow), "default", name, "", {}}, {{}, progress});
    QVERIFY(!none);
    QCOMPARE(none.error().code, Errc::invalidArgument);
  }
  const auto unknown = applyRemedy({file(kWindow), "default", "nothing", "", {}}, {{}, progress});
  QCOMPARE(unknown.error().code, Errc::notFound);
}

MASU_TEST(LeakCheckTest)
#include "leak_check_test.moc"
