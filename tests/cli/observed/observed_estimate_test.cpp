// SPDX-License-Identifier: GPL-3.0-or-later
// Every option of estimate changes something that one can see beside figures that are another in every run. An option
// that is not in the table below fails the test.
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "observed.h"
#include "tests/cli/program.h"
#include "tests/fixtures/test_group.h"

using masu::test::addObserved;
using masu::test::compareObserved;
using masu::test::ObservedRow;
using masu::test::Observer;
using masu::test::optionWithoutRow;
using masu::test::Ran;
using masu::test::runMasu;
using masu::test::writeFile;

namespace {

/// Threads and memory are stated, so that a stream is laid out in the same way however busy the machine is.
const QStringList kHere = {"--threads", "1", "--memory", "512M"};
const QStringList kEstimate = QStringList{"estimate", "@T.h5"} + kHere;

std::vector<ObservedRow> rows() {
  const QStringList card = kEstimate + QStringList{"--device", "T4"};
  const QStringList sounds = QStringList{"estimate", "@R.h5", "--model", "cnn1d"} + kHere;
  const QStringList absent = {"estimate", "--samples", "10", "--shape", "3"};
  return {{"--samples", absent, {"estimate", "--samples", "20", "--shape", "3"}},
          {"--shape", absent, {"estimate", "--samples", "10", "--shape", "4"}},
          {"--manifest", kEstimate, kEstimate + QStringList{"--manifest", "nobody drew it"}},
          {"--model", kEstimate, kEstimate + QStringList{"--model", "linear"}},
          {"--batch", kEstimate, kEstimate + QStringList{"--batch", "32"}},
          {"--slices", kEstimate, kEstimate + QStringList{"--slices", "4"}},
          {"--optimizer", kEstimate, kEstimate + QStringList{"--optimizer", "sgd"}},
          {"--device", kEstimate, card},
          {"--link", kEstimate, kEstimate + QStringList{"--link", "1Gbit"}},
          {"--compute", card, card + QStringList{"--compute", "f16"}},
          {"--shape", sounds, sounds + QStringList{"--shape", "4x128"}},
          {"--keep", kEstimate, kEstimate + QStringList{"--keep", "3"}},
          {"--stored-as", kEstimate, kEstimate + QStringList{"--stored-as", "f64"}},
          {"--inference", kEstimate, kEstimate + QStringList{"--inference"}},
          // What is measured, later estimates are made from.
          {"--measure", kEstimate, kEstimate + QStringList{"--measure"}, kEstimate + QStringList{"--forget-measured"}},
          {"--forget-measured", kEstimate, kEstimate + QStringList{"--forget-measured"},
           kEstimate + QStringList{"--measure"}}};
}

/// Options that decide how the command prints or what it may take, which other tests look at.
const std::set<std::string> kUnseen = {"--json", "--threads", "--memory", "--scratch"};

}  // namespace

class CliObservedEstimateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyOptionIsInTheTable();
  void everyOptionChangesSomething_data();
  void everyOptionChangesSomething();

 private:
  QString path(const QString& name) const { return m_dir.filePath(name); }

  QTemporaryDir m_dir;
  Observer m_observer{m_dir.path()};
};

void CliObservedEstimateTest::initTestCase() {
  // What is measured on this machine is kept for later estimates: not for those of whoever runs the test.
  for (const char* variable : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
    qputenv(variable, path(QString::fromLatin1(variable)).toUtf8());
  QByteArray table = "a,b,label\n";
  for (int i = 0; i < 400; ++i)
    table += QByteArray::number(i) + ',' + QByteArray::number(i % 40 / 4.0) + (i * 7 % 10 < 7 ? ",x\n" : ",y\n");
  writeFile(path("t.csv"), table);
  const QStringList made[] = {{"import", "@t.csv", "--label", "label", "--out", "@T.h5"},
                              {"split", "@T.h5", "--ratios", "0.6,0.2,0.2"},
                              {"sample", "waveform", "--rows", "60", "--out", "@"},
                              {"import", "@recordings", "--label-from", "name:^(\\d)_", "--window", "512", "--out",
                               "@R.h5"}};
  for (const QStringList& one : made) {
    const Ran ran = runMasu(m_observer.placed(one));
    QVERIFY2(ran.exitCode == 0, (one.join(' ').toUtf8() + ": " + ran.errors).constData());
  }
}

void CliObservedEstimateTest::everyOptionIsInTheTable() {
  QCOMPARE(optionWithoutRow("estimate", rows(), kUnseen), std::string());
}

void CliObservedEstimateTest::everyOptionChangesSomething_data() {
  addObserved({"estimate"}, [](const std::string&) { return rows(); });
}

void CliObservedEstimateTest::everyOptionChangesSomething() {
  QFETCH(const int, place);
  compareObserved(m_observer, rows(), place, true);
}

MASU_TEST(CliObservedEstimateTest)
#include "observed_estimate_test.moc"
