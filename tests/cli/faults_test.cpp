// SPDX-License-Identifier: GPL-3.0-or-later
// Commands whose disk fails: it is full or broken from some call on, reads and writes come short or interrupted, a file
// that is read becomes shorter meanwhile, the process is killed, the power fails. `fault_shim` stands between `masu`
// and the kernel. The laws: a failure is a sentence; a file has its final name only when it is whole; what was there
// before is there still, or the new one is; what was reported as done outlasts a loss of power; afterwards the same
// command succeeds. MASU_FAULT_POINTS=N tries so many places of each command (default: 6).
#include <QCryptographicHash>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "program.h"
#include "tests/fixtures/test_group.h"

using namespace masu::test;

namespace {

/// Files of a folder by their relative path, without what an unfinished command leaves for the next one.
using Snapshot = QMap<QString, QByteArray>;

Snapshot snapshotOf(const QString& folder) {
  Snapshot files;
  for (QDirIterator found(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); found.hasNext();) {
    const QString name = QDir(folder).relativeFilePath(found.next());
    const bool unfinished = name.contains(QStringLiteral("partial")) || name.contains(QStringLiteral(".next.")) ||
                            name.endsWith(QStringLiteral(".lock")) || name.contains(QStringLiteral(".workers/"));
    if (!unfinished) files[name] = readFile(found.filePath());
  }
  return files;
}

/// What a folder is, to the byte, whatever is unfinished in it included: but for which process held a lock, and in
/// which order threads were done with shards, as a journal lists them.
QByteArray stateOf(const QString& folder) {
  QMap<QString, QByteArray> found;
  for (QDirIterator at(folder, QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
       at.hasNext();) {
    const QString path = at.next();
    QByteArray content = at.fileInfo().isFile() && at.fileName() != u"lock" ? readFile(path) : QByteArray();
    if (at.fileName() == u"journal") {
      QList<QByteArray> lines = content.split('\n');
      std::ranges::sort(lines);
      content = lines.join('\n');
    }
    found[QDir(folder).relativeFilePath(path)] = content;
  }
  QCryptographicHash hash(QCryptographicHash::Sha256);
  for (auto entry = found.begin(); entry != found.end(); ++entry) {
    hash.addData(entry.key().toUtf8() + '\0' + QByteArray::number(entry.value().size()) + '\0');
    hash.addData(entry.value());
  }
  return hash.result();
}

/// Every file of `some` is in `all`, with that content.
bool isPartOf(const Snapshot& some, const Snapshot& all) {
  return std::ranges::all_of(some.keys(), [&](const QString& name) { return all.value(name) == some.value(name); });
}

/// A recording as WAV: 16 bits, one channel.
QByteArray wav(int frames, int pitch) {
  const auto number = [](quint32 value, int bytes) {
    QByteArray text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i));
    return text;
  };
  QByteArray samples;
  for (int i = 0; i < frames; ++i) samples += number(static_cast<quint32>(i * pitch % 4001), 2);
  const QByteArray format =
      number(1, 2) + number(1, 2) + number(8000, 4) + number(16000, 4) + number(2, 2) + number(16, 2);
  const QByteArray body =
      "WAVEfmt " + number(16, 4) + format + "data" + number(static_cast<quint32>(samples.size()), 4) + samples;
  return "RIFF" + number(static_cast<quint32>(body.size()), 4) + body;
}

QString namesOf(const Snapshot& files) {
  QStringList names;
  for (auto file = files.begin(); file != files.end(); ++file) {
    names << QStringLiteral("%1 (%2)").arg(file.key()).arg(file.value().size());
  }
  return names.join(QStringLiteral(", "));
}

int points() {
  const int asked = qEnvironmentVariableIntValue("MASU_FAULT_POINTS");
  return asked > 0 ? asked : 6;
}

/// Places 1 … count, spread evenly, the first and the last among them.
QList<long> placesOf(long count, int most = points()) {
  QList<long> places;
  for (int i = 0; i < most && count > 0; ++i) {
    const long place = 1 + (count - 1) * i / std::max(1, most - 1);
    if (places.isEmpty() || places.back() != place) places << place;
  }
  return places;
}

}  // namespace

class CliFaultsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void failureIsASentenceAndLeavesNothingHalf_data() { commands(); }
  void failureIsASentenceAndLeavesNothingHalf();
  void whatBecomesShorterWhileItIsReadIsNoticed_data();
  void whatBecomesShorterWhileItIsReadIsNoticed();
  void whatBecomesShorterWhileItIsWrittenIsFound_data();
  void whatBecomesShorterWhileItIsWrittenIsFound();
  void whatAFileSystemMayDoChangesNothing_data() { commands(); }
  void whatAFileSystemMayDoChangesNothing();
  void deathLeavesTheOldOrTheNew_data() { commands(); }
  void deathLeavesTheOldOrTheNew();
  void aDatasetIsPutInOrderBeforeItIsRead();
  void anExportAppearsAtOnce_data();
  void anExportAppearsAtOnce();
  void whatWasReportedAsDoneOutlastsALossOfPower_data() { commands(); }
  void whatWasReportedAsDoneOutlastsALossOfPower();

 private:
  static void commands();
  QString path(const QString& name) const { return m_dir.filePath(name); }
  /// A new copy of the folder that every command starts from.
  void prepare();
  Ran run(const QString& arguments, const QString& fault);
  /// A run that nothing disturbs: the folder after it, empty where it failed, and how many calls it made.
  struct Undisturbed {
    Snapshot after;
    long changes = 0;
    long reads = 0;
    long all = 0;
    long writes = 0;
  };
  /// Done once for each command.
  const Undisturbed& undisturbed(const QString& arguments);

  QTemporaryDir m_dir;
  QMap<QString, Undisturbed> m_undisturbed;
};

/// Each is run in a folder that holds a.csv, b.csv, F.h5 made of the first, with splits, and recordings.
void CliFaultsTest::commands() {
  QTest::addColumn<QString>("arguments");
  QTest::newRow("import") << "import a.csv --label label --out G.h5";
  QTest::newRow("import over another") << "import b.csv --label label --out F.h5 --overwrite";
  QTest::newRow("import gzip, shuffled") << "import a.csv --label label --out G.h5 --compression gzip --shuffle 7";
  QTest::newRow("import recordings") << "import rec --label-from 'name:^(.)_' --window 256 --out R.h5";
  QTest::newRow("import whole recordings")
      << "import rec --label-from 'name:^(.)_' --window 256 --store recordings --out R.h5";
  QTest::newRow("import a part") << "import a.csv --label label --out G.h5 --part 1/1";
  QTest::newRow("import a part of recordings")
      << "import rec --label-from 'name:^(.)_' --window 256 --out R.h5 --part 1/1";
  QTest::newRow("split") << "split F.h5 --ratios 0.6,0.2,0.2 --seed 5 --name other";
  QTest::newRow("convert") << "convert F.h5 --dtype f16 --out G.h5";
  QTest::newRow("append") << "append F.h5 b.csv";
  QTest::newRow("export csv") << "export F.h5 --format csv --shard-samples 900 --out shards";
  QTest::newRow("export csv beside others") << "export F.h5 --format csv --shard-samples 900 --out beside";
  QTest::newRow("export a part") << "export F.h5 --format csv --shard-samples 900 --out shards --part 1/1";
  QTest::newRow("report") << "report F.h5";
  QTest::newRow("export zip") << "export F.h5 --format zip --out shards.zip";
}

void CliFaultsTest::initTestCase() {
  QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("start")));
  QByteArray rows[2] = {"x,y,colour,label\n", "x,y,colour,label\n"};
  for (int i = 0; i < 4000; ++i) {
    rows[i % 4 == 3] += QByteArray::number(i) + "," + QByteArray::number(i * 0.37) +
                        (i % 2 == 0 ? ",red," : ",green,") + (i % 3 == 0 ? "yes\n" : "no\n");
  }
  writeFile(path("start/a.csv"), rows[0]);
  writeFile(path("start/b.csv"), rows[1]);
  QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("start/beside")));
  writeFile(path("start/beside/notes.txt"), "mine");
  QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("start/rec")));
  for (int i = 0; i < 8; ++i)
    writeFile(path(QStringLiteral("start/rec/%1_%2.wav").arg(i % 2).arg(i)), wav(6000 + 500 * i, 7 + i));
  const Ran made = runShell(QStringLiteral("cd '%1/start' && \"$MASU\" import a.csv --label label --out F.h5 && "
                                           "\"$MASU\" split F.h5 --ratios 0.8,0.1,0.1 --seed 1")
                                .arg(m_dir.path()));
  QVERIFY2(made.exitCode == 0, made.errors.constData());
}

void CliFaultsTest::prepare() {
  const Ran copied =
      runShell(QStringLiteral("cd '%1' && rm -rf work work.fault-* && cp -a start work").arg(m_dir.path()));
  QVERIFY2(copied.exitCode == 0, copied.errors.constData());
}

Ran CliFaultsTest::run(const QString& arguments, const QString& fault) {
  return runShell(QStringLiteral("cd '%1/work' && export MASU_FAULT_ROOT=. MASU_FAULT_COUNT='%1/count' %2 && "
                                 "LD_PRELOAD='" MASU_FAULT_SHIM "' exec \"$MASU\" %3 --threads 2")
                      .arg(m_dir.path(), fault.isEmpty() ? QString() : "MASU_FAULT=" + fault, arguments));
}

const CliFaultsTest::Undisturbed& CliFaultsTest::undisturbed(const QString& arguments) {
  if (const auto known = m_undisturbed.constFind(arguments); known != m_undisturbed.cend()) return *known;
  Undisturbed& made = m_undisturbed[arguments];
  prepare();
  if (run(arguments, {}).exitCode != 0) return made;
  const QList<QByteArray> counts = readFile(path("count")).simplified().split(' ');
  made = {snapshotOf(path("work")), counts.value(0).toLong(), counts.value(1).toLong(), counts.value(2).toLong(),
          counts.value(3).toLong()};
  return made;
}

void CliFaultsTest::failureIsASentenceAndLeavesNothingHalf() {
  QFETCH(const QString, arguments);
  const Snapshot before = snapshotOf(path("start"));
  const Snapshot& after = undisturbed(arguments).after;
  QVERIFY(!after.isEmpty());
  for (const QString kind : {"full", "broken", "unread"}) {
    const long count = kind == u"unread" ? undisturbed(arguments).reads : undisturbed(arguments).changes;
    QVERIFY2(count > 0, qPrintable(kind));
    int failures = 0;
    for (const long place : placesOf(count)) {
      prepare();
      const QString fault = QStringLiteral("%1@%2").arg(kind).arg(place);
      const Ran ran = run(arguments, fault);
      const QByteArray context = (fault + " of " + QString::number(count) + ": ").toUtf8() + ran.errors;
      const Snapshot now = snapshotOf(path("work"));
      QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, context);
      if (ran.exitCode == 0) {
        // Recordings that cannot be read are set aside, with the reason.
        const bool setAside = now[QStringLiteral("R.h5.rejects.csv")].contains("reported an error.");
        failures += setAside ? 1 : 0;
        QVERIFY2(setAside || now == after, context + namesOf(now).toUtf8());
        continue;
      }
      ++failures;
      QVERIFY2(ran.errors.trimmed().endsWith('.'), context);
      QVERIFY2(!ran.errors.contains("Internal error") && !ran.errors.contains("defect"), context);
      // Where the very last sync fails, the new one is there, but nobody can promise that it outlasts a loss of power.
      // In a folder of others shards get their names one by one; that all are there is told by the index, which comes
      // last.
      const bool shards = arguments.endsWith(u"--out beside") && !now.contains(QStringLiteral("beside/index.json"));
      QVERIFY2(now == before || now == after || (shards && isPartOf(now, after)), context + namesOf(now).toUtf8());
    }
    QVERIFY2(failures > 0, qPrintable(kind));
  }
}

void CliFaultsTest::whatBecomesShorterWhileItIsReadIsNoticed_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<QString>("file");
  QTest::newRow("import") << "import a.csv --label label --out G.h5"
                          << "a.csv";
  QTest::newRow("import shuffled") << "import a.csv --label label --out G.h5 --shuffle 7"
                                   << "a.csv";
  QTest::newRow("import recordings") << "import rec --label-from 'name:^(.)_' --window 256 --out R.h5"
                                     << "rec/1_5.wav";
  QTest::newRow("split, the dataset") << "split F.h5 --ratios 0.6,0.2,0.2 --stratify --name other"
                                      << "F.h5";
  QTest::newRow("split, the splits") << "split F.h5 --ratios 0.6,0.2,0.2 --name other"
                                     << "F.splits.h5";
  QTest::newRow("convert") << "convert F.h5 --dtype f16 --out G.h5"
                           << "F.h5";
  QTest::newRow("append, the dataset") << "append F.h5 b.csv"
                                       << "F.h5";
  QTest::newRow("append, the source") << "append F.h5 b.csv"
                                      << "b.csv";
  QTest::newRow("export") << "export F.h5 --format csv --shard-samples 900 --out shards"
                          << "F.h5";
  QTest::newRow("export, the splits") << "export F.h5 --format csv --shard-samples 900 --out shards"
                                      << "F.splits.h5";
}

/// Somebody else truncates a file that a command reads, before each of some of its calls: the command has what the file
/// held before, or what it held from then on where it had read none of it yet, or ends with a sentence. What was
/// truncated is nobody's to mend.
void CliFaultsTest::whatBecomesShorterWhileItIsReadIsNoticed() {
  QFETCH(const QString, arguments);
  QFETCH(const QString, file);
  const Snapshot before = snapshotOf(path("start"));
  const Snapshot& after = undisturbed(arguments).after;
  const long count = undisturbed(arguments).all;
  // By its content: append gives a dataset another name.
  const auto isLike = [&](const Snapshot& now, const Snapshot& other) {
    return now.keys() == other.keys() && std::ranges::all_of(now.keys(), [&](const QString& name) {
             return now[name] == other[name] || (other[name] == before[file] && before[file].startsWith(now[name]));
           });
  };
  QVERIFY(count > 0);
  int noticed = 0;
  for (const qsizetype bytes : {qsizetype{0}, before[file].size() / 2, before[file].size() - 1}) {
    prepare();
    QVERIFY(QFile::resize(path("work/" + file), bytes));
    const Snapshot ofShort = run(arguments, {}).exitCode == 0 ? snapshotOf(path("work")) : Snapshot();
    // Between what is asked of a source and its mapping there is one call: all are tried once.
    const bool all = arguments.contains("--shuffle 7") && bytes > 0 && bytes < before[file].size() - 1;
    for (const long place : all ? placesOf(count, static_cast<int>(count)) : placesOf(count)) {
      prepare();
      const Ran ran = run(arguments, QStringLiteral("cut@%1 MASU_FAULT_CUT=%2:%3").arg(place).arg(bytes).arg(file));
      const QByteArray context =
          QStringLiteral("%1 bytes at call %2 of %3: ").arg(bytes).arg(place).arg(count).toUtf8() + ran.errors +
          ran.output;
      const Snapshot now = snapshotOf(path("work"));
      QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, context);
      if (ran.exitCode == 0) {
        const bool isShort = now == ofShort;
        noticed += isShort ? 1 : 0;
        QVERIFY2(isShort || isLike(now, after), context + namesOf(now).toUtf8());
        continue;
      }
      ++noticed;
      QVERIFY2(ran.errors.trimmed().endsWith('.'), context);
      QVERIFY2(!ran.errors.contains("Internal error") && !ran.errors.contains("defect"), context);
      QVERIFY2(isLike(now, before) || isLike(now, after), context + namesOf(now).toUtf8());
    }
  }
  QVERIFY(noticed > 0);
}

void CliFaultsTest::whatBecomesShorterWhileItIsWrittenIsFound_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<QString>("dataset");
  QTest::newRow("import") << "import a.csv --label label --out G.h5"
                          << "G.h5";
  QTest::newRow("import gzip, shuffled") << "import a.csv --label label --out G.h5 --compression gzip --shuffle 7"
                                         << "G.h5";
  QTest::newRow("import recordings") << "import rec --label-from 'name:^(.)_' --window 256 --out R.h5"
                                     << "R.h5";
  QTest::newRow("convert") << "convert F.h5 --dtype f16 --out G.h5"
                           << "G.h5";
  QTest::newRow("append") << "append F.h5 b.csv"
                          << "F.h5";
}

/// Somebody else truncates the file that a command has just written to: the command ends with a sentence, or gives what
/// it gives otherwise, or a dataset whose values `verify` finds damaged. What it describes is never another's.
void CliFaultsTest::whatBecomesShorterWhileItIsWrittenIsFound() {
  QFETCH(const QString, arguments);
  QFETCH(const QString, dataset);
  const Snapshot before = snapshotOf(path("start"));
  const Snapshot& after = undisturbed(arguments).after;
  const long count = undisturbed(arguments).writes;
  QVERIFY(count > 0);
  int found = 0;
  for (long place = 1; place <= count; place += std::max(1L, count / (6L * points()))) {
    prepare();
    const Ran ran = run(arguments, QStringLiteral("crop@%1").arg(place));
    const QByteArray context =
        QStringLiteral("write %1 of %2: ").arg(place).arg(count).toUtf8() + ran.errors + ran.output;
    const Snapshot now = snapshotOf(path("work"));
    QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, context);
    if (ran.exitCode == 1) {
      ++found;
      QVERIFY2(ran.errors.trimmed().endsWith('.'), context);
      QVERIFY2(now[dataset] == before[dataset] || now[dataset] == after[dataset], context + namesOf(now).toUtf8());
      continue;
    }
    if (now[dataset] == after[dataset]) continue;
    ++found;
    const Ran verified = run(QStringLiteral("verify %1").arg(dataset), {});
    QVERIFY2(verified.exitCode == 1, context + verified.output + namesOf(now).toUtf8());
  }
  QVERIFY(found > 0);
}

void CliFaultsTest::whatAFileSystemMayDoChangesNothing() {
  QFETCH(const QString, arguments);
  const Snapshot& after = undisturbed(arguments).after;
  for (const QString kind : {"short", "named"}) {
    prepare();
    const Ran ran = run(arguments, kind + "@1");
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    const Snapshot now = snapshotOf(path("work"));
    QVERIFY2(now == after, qPrintable(namesOf(now)));
    QVERIFY(QDir(path("work")).entryList({"*.partial", "*.workers"}, QDir::AllEntries | QDir::Hidden).isEmpty());
  }
}

void CliFaultsTest::deathLeavesTheOldOrTheNew() {
  QFETCH(const QString, arguments);
  const Snapshot before = snapshotOf(path("start"));
  const Snapshot& after = undisturbed(arguments).after;
  const long count = undisturbed(arguments).changes;
  QVERIFY(count > 0);
  for (const QString kind : {"kill", "power"}) {
    int deaths = 0;
    for (const long place : placesOf(count)) {
      prepare();
      const QString fault = QStringLiteral("%1@%2").arg(kind).arg(place);
      const Ran ran = run(arguments, fault);
      const QByteArray context = (fault + " of " + QString::number(count) + ": ").toUtf8() + ran.errors;
      if (ran.exitCode == 0) continue;  // It took fewer calls this time, as threads come to them.
      QCOMPARE(ran.exitCode, 99);
      ++deaths;
      const Snapshot dead = snapshotOf(path("work"));
      for (auto file = dead.begin(); file != dead.end(); ++file) {
        QVERIFY2(file.value() == before.value(file.key()) || file.value() == after.value(file.key()),
                 context + file.key().toUtf8());
      }
      // A person calls it again; where the new one is there already, that is what they want.
      const bool overwrites = arguments.contains(u"--overwrite") || arguments.startsWith(u"append");
      // A worker of an import resumes by itself, and is refused --overwrite.
      const bool isWorker = arguments.startsWith(u"import") && arguments.contains(u"--part");
      const QString again = overwrites || isWorker || arguments.startsWith(u"split") ? "" : " --overwrite";
      if (dead == after) continue;
      const Ran repeated = run(arguments + again, {});
      QVERIFY2(repeated.exitCode == 0, context + repeated.errors);
      const Snapshot now = snapshotOf(path("work"));
      QVERIFY2(now == after, context + namesOf(now).toUtf8());
      QVERIFY2(QDir(path("work")).entryList({"*.workers"}, QDir::AllEntries | QDir::Hidden).isEmpty(), context);
    }
    QVERIFY2(deaths > 0, qPrintable(kind));
  }
}

/// Killed at each of the calls with which it ends, among them those that give files their names and those that remove
/// the staging directory: the next command has the splits that belong to the dataset, and leaves nothing behind.
void CliFaultsTest::aDatasetIsPutInOrderBeforeItIsRead() {
  const QString arguments = QStringLiteral("import b.csv --label label --out F.h5 --overwrite");
  const Snapshot before = snapshotOf(path("start"));
  const Snapshot& after = undisturbed(arguments).after;
  const long count = undisturbed(arguments).changes;
  constexpr long kLastCalls = 16;
  QVERIFY(count > kLastCalls);
  int putBack = 0;
  int complete = 0;
  for (long place = count - kLastCalls; place <= count; ++place) {
    prepare();
    const Ran ran = run(arguments, QStringLiteral("kill@%1").arg(place));
    if (ran.exitCode == 0) continue;
    const Ran read = runShell(QStringLiteral("cd '%1/work' && \"$MASU\" info F.h5 --json").arg(m_dir.path()));
    const QByteArray context = QStringLiteral("kill@%1 of %2: ").arg(place).arg(count).toUtf8() + read.errors;
    QCOMPARE(read.exitCode, 0);
    QVERIFY2(read.json()[QStringLiteral("splits_problem")].isNull(), context);
    const Snapshot now = snapshotOf(path("work"));
    QVERIFY2(now == before || now == after, context + namesOf(now).toUtf8());
    QVERIFY2(now == after || !read.json()[QStringLiteral("splits")].toObject().isEmpty(), context);
    QVERIFY2(!QDir(path("work/F.h5.partial")).exists(), context);
    putBack += read.errors.contains("put back") ? 1 : 0;
    complete += read.errors.contains("is complete") ? 1 : 0;
  }
  QVERIFY(putBack > 0);
  QVERIFY(complete > 0);
}

void CliFaultsTest::anExportAppearsAtOnce_data() {
  QTest::addColumn<QString>("out");
  QTest::addColumn<QString>("resuming");
  QTest::newRow("new folder") << "shards"
                              << " --continue";
  QTest::newRow("folder of others") << "beside"
                                    << " --continue";
  // A part resumes by itself.
  QTest::newRow("new folder, in parts") << "shards --part 1/1" << QString();
  QTest::newRow("folder of others, in parts") << "beside --part 1/1" << QString();
}

/// Killed at each of the calls with which it ends, among them all that give a shard its name. Many of them, such as
/// those that sync, leave what another one left: that is resumed once.
void CliFaultsTest::anExportAppearsAtOnce() {
  QFETCH(const QString, out);
  QFETCH(const QString, resuming);
  const QString arguments = QStringLiteral("export F.h5 --format csv --shard-samples 900 --out ") + out;
  const Snapshot before = snapshotOf(path("start"));
  const Snapshot& after = undisturbed(arguments).after;
  const long count = undisturbed(arguments).changes;
  constexpr long kLastCalls = 26;
  QVERIFY(count > kLastCalls);
  int deaths = 0;
  QSet<QByteArray> resumedFrom;
  for (long place = count - kLastCalls; place <= count; ++place) {
    for (const QString fault : {"kill@%1", "power@%1", "power@%1 MASU_FAULT_SEED=0", "broken@%1"}) {
      prepare();
      const Ran ran = run(arguments, fault.arg(place));
      const QByteArray context = QStringLiteral("%1 of %2: ").arg(fault.arg(place)).arg(count).toUtf8() + ran.errors;
      if (ran.exitCode == 0) continue;
      ++deaths;
      const Snapshot dead = snapshotOf(path("work"));
      const bool shards =
          out.startsWith(u"beside") && !dead.contains(QStringLiteral("beside/index.json")) && isPartOf(dead, after);
      QVERIFY2(dead == before || dead == after || shards, context + namesOf(dead).toUtf8());
      const QByteArray state = stateOf(path("work"));
      if (resumedFrom.contains(state)) continue;
      resumedFrom << state;
      const Ran resumed = run(arguments + (dead == after ? QStringLiteral(" --overwrite") : resuming), {});
      QVERIFY2(resumed.exitCode == 0, context + resumed.errors);
      QVERIFY2(snapshotOf(path("work")) == after, context);
      for (const QFileInfo& left : QDir(path("work")).entryInfoList({"*.partial"})) {
        const QStringList entries =
            QDir(left.filePath()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        QFAIL(context + left.fileName().toUtf8() + " is left, with " + entries.join(u' ').toUtf8());
      }
    }
  }
  QVERIFY(deaths > 0);
}

void CliFaultsTest::whatWasReportedAsDoneOutlastsALossOfPower() {
  QFETCH(const QString, arguments);
  const Snapshot& after = undisturbed(arguments).after;
  for (int seed = 1; seed <= points(); ++seed) {
    prepare();
    const Ran ran = run(arguments, QStringLiteral("leave@%1").arg(seed));
    QVERIFY2(ran.exitCode == 0, ran.errors.constData());
    const Snapshot now = snapshotOf(path("work"));
    for (auto file = after.begin(); file != after.end(); ++file) {
      QVERIFY2(now.value(file.key()) == file.value(), qPrintable(file.key() + " of " + namesOf(now)));
    }
  }
}

MASU_TEST(CliFaultsTest)
#include "faults_test.moc"
