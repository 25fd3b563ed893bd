// SPDX-License-Identifier: GPL-3.0-or-later
// `train` whose disk fails while it writes checkpoints and logs (see fault_shim.c), and `train --resume` afterwards.
// The laws: a failure is a sentence; a checkpoint has its name only when it is whole; the resumed run ends with the
// weights of a run that nothing disturbed, to the bit; where there is nothing to resume from, a sentence says what to
// do, and that works. MASU_FAULT_POINTS=N tries so many calls of each kind of failure (default: 6).
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "program.h"
#include "tests/fixtures/forked_python.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

/// Which of the checkpoints named behind the folder of the undisturbed run hold other weights than the one of that name
/// there; those in folders called "before" have to be whole, and no more.
constexpr const char* kCompare = R"(
import os, sys, torch
def weights(path): return torch.jit.load(path).state_dict()
for path in sys.argv[2:]:
    try: found = weights(path)
    except Exception as error: print(path, 'is not whole:', error); continue
    if '/before/' in path: continue
    right = weights(os.path.join(sys.argv[1], os.path.basename(path)))
    if found.keys() != right.keys() or any(not torch.equal(found[key], right[key]) for key in right):
        print(path, 'has other weights')
)";

int points() {
  const int asked = qEnvironmentVariableIntValue("MASU_FAULT_POINTS");
  return asked > 1 ? asked : 6;
}

}  // namespace

class CliTrainFaultsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void whatAFileSystemMayDoChangesNothing_data();
  void whatAFileSystemMayDoChangesNothing();
  void aFailureIsResumedAsIfItHadNotBeen_data();
  void aFailureIsResumedAsIfItHadNotBeen();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  void prepare();
  Ran train(const QString& options, const QString& fault);
  void keepCheckpoints(const QString& name);
  QByteArray differences();

  QTemporaryDir m_dir;
  long m_changes = 0;
  long m_reads = 0;
  QStringList m_kept;  ///< checkpoints to compare
  ForkedPython m_python{{"torch"}};
};

namespace {

const QString kBegin = QStringLiteral(
    "F.h5 --model mlp --epochs 4 --batch 32 --optimizer adam --augment noise=0.1 --seed 3 --keep-every 2 "
    "--threads 1");

}  // namespace

void CliTrainFaultsTest::initTestCase() {
  QByteArray rows = "x,y,label\n";
  for (int i = 0; i < 400; ++i)
    rows += QByteArray::number(i % 17) + "," + QByteArray::number(i % 5) + (i % 17 > 8 ? ",yes\n" : ",no\n");
  writeFile(path("a.csv"), rows);
  const Ran made = runShell(QStringLiteral("cd '%1' && mkdir start && \"$MASU\" import a.csv --label label --out "
                                           "start/F.h5 && \"$MASU\" split start/F.h5 --ratios 0.8,0.1,0.1 --seed 1")
                                .arg(m_dir.path()));
  QVERIFY2(made.exitCode == 0, made.errors.constData());
  prepare();
  const Ran ran = train(kBegin, {});
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  const QList<QByteArray> counts = readFile(path("count")).simplified().split(' ');
  m_changes = counts.value(0).toLong();
  m_reads = counts.value(1).toLong();
  QVERIFY2(m_changes > points() && m_reads > points(), readFile(path("count")));
  QVERIFY(QDir().rename(path("work/run"), path("undisturbed")));
  QVERIFY(QFile::exists(path("undisturbed/epoch-0002.pt")));
}

void CliTrainFaultsTest::prepare() {
  const Ran copied =
      runShell(QStringLiteral("cd '%1' && rm -rf work work.fault-* && cp -a start work").arg(m_dir.path()));
  QVERIFY2(copied.exitCode == 0, copied.errors.constData());
}

Ran CliTrainFaultsTest::train(const QString& options, const QString& fault) {
  return runShell(QStringLiteral("cd '%1/work' && export MASU_FAULT_PROGRAM=masu-train MASU_FAULT_ROOT=. "
                                 "MASU_FAULT_COUNT='%1/count' %2 && LD_PRELOAD='" MASU_FAULT_SHIM
                                 "' exec \"$MASU\" train %3 --out run")
                      .arg(m_dir.path(), fault.isEmpty() ? QString() : "MASU_FAULT=" + fault, options));
}

/// What the run has of checkpoints now, to be compared when all is done.
void CliTrainFaultsTest::keepCheckpoints(const QString& name) {
  const QString folder = path("kept/" + name);
  QVERIFY(QDir().mkpath(folder));
  for (QDirIterator found(path("work/run"), {"*.pt"}, QDir::Files, QDirIterator::Subdirectories); found.hasNext();) {
    const QString file = found.next();
    const QString kept = folder + '/' + found.fileName();
    QVERIFY(QFile::copy(file, kept));
    m_kept << kept;
  }
}

/// Between the checkpoints that were kept and what they should be; nothing: there are none.
QByteArray CliTrainFaultsTest::differences() {
  const auto ran = m_python.run(QStringList{"-c", kCompare, path("undisturbed")} + m_kept);
  m_kept.clear();
  return ran.exitCode == 0 ? ran.output : ran.errors + "failed";
}

void CliTrainFaultsTest::whatAFileSystemMayDoChangesNothing_data() {
  QTest::addColumn<QString>("kind");
  QTest::newRow("transfers that come short or interrupted") << "short";
  QTest::newRow("no files without names") << "named";
}

void CliTrainFaultsTest::whatAFileSystemMayDoChangesNothing() {
  QFETCH(const QString, kind);
  prepare();
  const Ran ran = train(kBegin, kind + "@1");
  QVERIFY2(ran.exitCode == 0, ran.errors.constData());
  keepCheckpoints(kind);
  QCOMPARE(m_kept.size(), qsizetype(4));
  const QByteArray different = differences();
  QVERIFY2(different.isEmpty(), different);
}

void CliTrainFaultsTest::aFailureIsResumedAsIfItHadNotBeen_data() {
  QTest::addColumn<QString>("kind");
  QTest::newRow("no room") << "full";
  QTest::newRow("a broken disk") << "broken";
  QTest::newRow("reads that fail") << "unread";
  QTest::newRow("a killed process") << "kill";
  QTest::newRow("a loss of power") << "power";
}

void CliTrainFaultsTest::aFailureIsResumedAsIfItHadNotBeen() {
  QFETCH(const QString, kind);
  const long count = kind == u"unread" ? m_reads : m_changes;
  int failures = 0;
  int resumptions = 0;
  QList<long> places = {count - 1};  // where the end of the run is logged
  for (int i = 0; i < points(); ++i) places << 1 + (count - 1) * i / (points() - 1);
  for (const long place : places) {
    prepare();
    const QString name = QStringLiteral("%1@%2").arg(kind).arg(place);
    const Ran ran = train(kBegin, name);
    const QByteArray context = (name + " of " + QString::number(count) + ": ").toUtf8() + ran.errors;
    QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, context);
    keepCheckpoints(name + "/before");
    if (ran.exitCode != 0) {
      ++failures;
      QVERIFY2(ran.errors.trimmed().endsWith('.'), context);
      QVERIFY2(!ran.errors.contains("Internal error"), context);
      const Ran resumed = train("--resume", {});
      if (resumed.exitCode == 0) ++resumptions;
      if (resumed.exitCode != 0) {
        QVERIFY2(resumed.exitCode == 1 && resumed.errors.trimmed().endsWith('.') &&
                     !resumed.errors.contains("Internal error"),
                 context + resumed.errors);
        const Ran again = train(kBegin + " --overwrite", {});
        QVERIFY2(again.exitCode == 0, context + resumed.errors + again.errors);
      }
    }
    keepCheckpoints(name);
    QVERIFY2(!QFile::exists(path("work/run/resume.state")), context);
    QVERIFY2(readFile(path("work/run/events.jsonl")).contains("\"event\":\"finished\""), context);
  }
  const QByteArray different = differences();
  QVERIFY2(different.isEmpty(), different);
  QVERIFY(failures > 1);
  QVERIFY(resumptions > 0);
}

MASU_TEST(CliTrainFaultsTest)
#include "train_faults_test.moc"
