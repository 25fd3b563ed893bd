// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings that were cut anywhere, hit by stray bits or given absurd headers: each ends as a recording, a reject or a
// sentence, within bounded time and memory, and what the report counts adds up. MASU_HOSTILE_SEED=N damages them in
// other ways.
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <random>

#include "program.h"
#include "tests/fixtures/test_group.h"

using masu::test::Peak;
using masu::test::peakOf;
using masu::test::Ran;
using masu::test::readFile;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

constexpr int kVariants = 42;  // of each format: six of each way to damage it
constexpr int kArchives = 21;  // each takes a process
constexpr double kMostMemory = (256 + 64) << 20;

/// What headers never mean: all ones, the least and the largest number, none, and numbers as text.
const std::vector<QByteArray> kAbsurd = {QByteArray(4, '\xff'),
                                         QByteArray("\0\0\0\x80", 4),
                                         QByteArray("\xff\xff\xff\x7f", 4),
                                         QByteArray(4, '\0'),
                                         QByteArray("\xff\xff\xff\xff\xff\xff\xff\x7f", 8),
                                         "99999999",
                                         "-1      ",
                                         QByteArray("\x7f\xff\xff\xff", 4)};

/// Damages content; the same seed gives the same damage.
class Vandal {
 public:
  explicit Vandal(const QByteArray& seed) : m_random(qChecksum(seed + qgetenv("MASU_HOSTILE_SEED"))) {}

  QByteArray damaged(QByteArray content, int way) {
    const int size = static_cast<int>(content.size());
    const int place = below(size);
    switch (way % 7) {
      case 0:
        return content.left(place);
      case 1:
        for (int i = 0; i < 3; ++i) flipBit(content, below(front(size)));
        return content;
      case 2:
        for (int i = below(50); i >= 0; --i) content[below(size)] = static_cast<char>(below(256));
        return content;
      case 3: {
        const QByteArray& absurd = kAbsurd[static_cast<std::size_t>(below(static_cast<int>(kAbsurd.size())))];
        const int from = below(std::max(1, front(size) - static_cast<int>(absurd.size())));
        return content.replace(from, absurd.size(), absurd);
      }
      case 4:
        return content.remove(place, 1 + below(200));
      case 5: {
        QByteArray stray(1 + below(64), '\0');
        for (char& byte : stray) byte = static_cast<char>(below(256));
        return content.insert(place, stray);
      }
      default: {
        const int length = std::min(size - place, 1 + below(2000));
        return content.replace(place, length, QByteArray(length, '\0'));
      }
    }
  }

 private:
  int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }
  /// Where headers are, short ones and long ones.
  int front(int size) { return std::min(size, 64 << (2 * below(3))); }
  void flipBit(QByteArray& content, int place) { content[place] = static_cast<char>(content[place] ^ (1 << below(8))); }

  std::mt19937 m_random;
};

/// Records of a CSV without its header; a quoted field may hold line ends.
int recordsIn(const QByteArray& csv) {
  bool quoted = false;
  int lines = 0;
  for (const char byte : csv) {
    if (byte == '"') quoted = !quoted;
    if (byte == '\n' && !quoted) ++lines;
  }
  return std::max(0, lines - 1);
}

bool isSentence(const QString& text) {
  return !text.isEmpty() && (text.endsWith('.') || text.endsWith('?')) && !text.contains(QLatin1String("defect"));
}

}  // namespace

class CliHostileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void damagedRecordingsAreReportedAndTheRestGoesOn_data();
  void damagedRecordingsAreReportedAndTheRestGoesOn();
  void damagedArchivesAreReported_data();
  void damagedArchivesAreReported();
  void tablesStayWithinTheMemory_data();
  void tablesStayWithinTheMemory();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }
  Ran import(const QString& source, const QStringList& more);
  void holdsTogether(const Ran& ran, const QString& source);

  QTemporaryDir m_dir;
};

void CliHostileTest::initTestCase() {
  QProcess python;
  python.setProcessChannelMode(QProcess::ForwardedErrorChannel);
  python.start("/usr/bin/python3", {MASU_MAKE_RECORDINGS, path("good")});
  QVERIFY(python.waitForFinished(60'000));
  QCOMPARE(python.exitCode(), 0);
  QVERIFY(QDir(path("good")).entryList(QDir::Files).size() > 40);
}

Ran CliHostileTest::import(const QString& source, const QStringList& more) {
  const QStringList command{"import",     source,        "--out",     path("out.h5"), "--as",
                            "recordings", "--json",      "--memory",  "256M",         "--threads",
                            "2",          "--overwrite", "--no-sync", "--rejects",    path("rejects.csv")};
  QFile::remove(path("out.h5"));
  QFile::remove(path("rejects.csv"));
  return runMasu(command + more);
}

/// What is true of every import, whatever its sources are.
void CliHostileTest::holdsTogether(const Ran& ran, const QString& source) {
  const QByteArray context = source.toUtf8() + ": " + ran.output.right(500) + ran.errors.right(500);
  QVERIFY2(ran.exitCode == 0 || ran.exitCode == 1, context);
  const QJsonObject json = ran.json();
  if (ran.exitCode == 1) {
    QVERIFY2(isSentence(json[u"error"][u"message"].toString()), context);
    QVERIFY2(!QFile::exists(path("out.h5")), context);
    return;
  }
  QVERIFY2(json[u"samples"].toInt() > 0, context);
  QVERIFY2(json[u"rejected"].toInt() < json[u"records"].toInt(), context);
  const QByteArray rejects = readFile(path("rejects.csv"));
  QVERIFY2(recordsIn(rejects) == json[u"rejected"].toInt(), context + rejects);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  QVERIFY2(json[u"peak_memory_bytes"].toDouble() <= kMostMemory, context);
#endif
}

void CliHostileTest::damagedRecordingsAreReportedAndTheRestGoesOn_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QStringList>("options");
  for (const QString& name : QDir(path("good")).entryList(QDir::Files)) {
    if (name.endsWith(".zip")) continue;
    const bool images = name.contains("images");
    QTest::newRow(qPrintable(name)) << name << (images ? QStringList{} : QStringList{"--window", "128"});
  }
  const QStringList kept{"--window", "32", "--rate", "200", "--store", "recordings"};
  QTest::newRow("plusd.edf kept") << "plusd.edf" << kept + QStringList{"--label-from", "annotation"};
  QTest::newRow("plusc.edf kept") << "plusc.edf" << kept + QStringList{"--label-from", "annotation"};
  for (const QString name : {"s16.wav", "f.flac", "v7.mat", "r.csv"}) {
    const QStringList resampled{"--window", "32", "--rate", "3000"};
    QTest::newRow(qPrintable(name + " resampled")) << name << resampled;
  }
}

void CliHostileTest::damagedRecordingsAreReportedAndTheRestGoesOn() {
  QFETCH(QString, name);
  QFETCH(QStringList, options);
  const QByteArray good = readFile(path("good/" + name));
  const Ran alone = import(path("good/" + name), options);
  QVERIFY2(alone.exitCode == 0, alone.output);
  const int windows = alone.json()[u"samples"].toInt();
  QVERIFY(windows > 0);

  const QTemporaryDir folder(path("damaged-XXXXXX"));
  Vandal vandal(QTest::currentDataTag());
  for (int i = 0; i < kVariants; ++i) {
    const QString number = QString::number(i).rightJustified(3, '0');
    writeFile(folder.filePath(number + "_" + name), vandal.damaged(good, i));
  }
  writeFile(folder.filePath("good_" + name), good);
  const Ran ran = import(folder.path(), options);
  holdsTogether(ran, name);
  if (QTest::currentTestFailed()) return;
  QVERIFY2(ran.exitCode == 0, ran.output);
  QCOMPARE(ran.json()[u"records"].toInt(), kVariants + 1);
  QVERIFY2(ran.json()[u"rejected"].toInt() > 0, ran.output);
  // The good one is among them, and is taken.
  QVERIFY2(!readFile(path("rejects.csv")).contains("\ngood_"), readFile(path("rejects.csv")));
  QVERIFY2(ran.json()[u"samples"].toInt() >= windows, ran.output);
  const Ran verified = runMasu({"verify", path("out.h5"), "--json"});
  QVERIFY2(verified.json()[u"ok"].toBool(), verified.output);
}

void CliHostileTest::damagedArchivesAreReported_data() {
  QTest::addColumn<QString>("name");
  QTest::newRow("packed") << "w.zip";
  QTest::newRow("stored") << "x.zip";
}

void CliHostileTest::damagedArchivesAreReported() {
  QFETCH(QString, name);
  const QByteArray good = readFile(path("good/" + name));
  Vandal vandal(QTest::currentDataTag());
  for (int i = 0; i < kArchives; ++i) {
    const QString source = path(QString::number(i) + "_" + name);
    writeFile(source, vandal.damaged(good, i));
    holdsTogether(import(source, {"--window", "128"}), source);
    if (QTest::currentTestFailed()) return;
  }
}

void CliHostileTest::tablesStayWithinTheMemory_data() {
  QTest::addColumn<QByteArray>("head");
  QTest::addColumn<QByteArray>("repeated");
  QTest::addColumn<QStringList>("options");
  QTest::newRow("a quote that never closes")
      << QByteArray("a,b\n1,2\n3,\"") << QByteArray("4,5\n6,7\n") << QStringList();
  QTest::newRow("a line of commas") << QByteArray("a,b\n1,2\n3,4\n") << QByteArray(1000, ',') << QStringList();
  QTest::newRow("one long cell") << QByteArray("a,b\n1,2\n3,") << QByteArray(1000, '7') << QStringList();
  // {0} is a number of its own each time.
  QTest::newRow("words that never come again")
      << QByteArray("n,a,b,c\n") << QByteArray("1,word {0},another {0},a third {0}\n")
      << QStringList{"--type", "a=category", "--type", "b=category", "--type", "c=category"};
}

void CliHostileTest::tablesStayWithinTheMemory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  QSKIP("Sanitizers take memory of their own.");
#endif
  QFETCH(const QByteArray, head);
  QFETCH(const QByteArray, repeated);
  QFETCH(const QStringList, options);
  constexpr qsizetype kBytes = 100'000'000;
  constexpr std::uint64_t kAllowed = 64 << 20;
  // Beside the budget: the program itself, and pages of the source that come and go.
  constexpr std::uint64_t kBeside = 96 << 20;
  QFile file(path("table.csv"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(head);
  for (int number = 0; file.pos() < kBytes; ++number)
    file.write(repeated.contains('{') ? QByteArray(repeated).replace("{0}", QByteArray::number(number)) : repeated);
  file.close();
  const QStringList command{"import", path("table.csv"), "--out", path("table.h5"), "--memory",
                            "64M",    "--threads",       "2",     "--overwrite",    "--no-sync"};
  const Peak peak = peakOf(command + options);
  QVERIFY2(peak.exitCode == 0 || peak.exitCode == 1, qPrintable(QString::number(peak.exitCode)));
  QVERIFY2(peak.bytes < kAllowed + kBeside, qPrintable(QString("%1 MB").arg(peak.bytes >> 20)));
  QFile::remove(path("table.csv"));
}

MASU_TEST(CliHostileTest)
#include "hostile_test.moc"
