// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include "app/cli/call.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::cli::call;
using masu::cli::Called;

/// What the script is and how a shell reads it is tested in tests/core/tasks/cluster.
class ClusterCommandTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theScriptIsReported();
  void wordsStayAsTheyAre();
  void whatIsWrongWithTheSharedCommandIsSaid_data();
  void whatIsWrongWithTheSharedCommandIsSaid();
  void aFileIsWrittenOnce();

 private:
  Called called(const QStringList& words) {
    std::vector<std::string> asked = {"cluster"};
    for (const QString& word : words) asked.push_back(word.toStdString());
    return call(asked, {{}, m_progress});
  }
  /// The object that --json prints; empty where the command failed.
  nlohmann::json jsonOf(const QStringList& words) {
    const Called done = called(words);
    return done.json ? nlohmann::json::parse(*done.json) : nlohmann::json();
  }

  QTemporaryDir m_dir;
  Progress m_progress;
};

void ClusterCommandTest::theScriptIsReported() {
  const nlohmann::json report = jsonOf({"slurm-array", "--workers", "8", "--threads", "2", "--memory", "1G", "--time",
                                        "01:00:00", "--", "import", "a.csv", "--out", "/shared/a.h5"});
  QVERIFY(!report.empty());
  QCOMPARE(report["workers"].get<int>(), 8);
  QCOMPARE(report["memory_bytes"].get<std::uint64_t>(), std::uint64_t{1536} << 20U);
  const auto script = QString::fromStdString(report["script"].get<std::string>());
  for (const char* part : {"#SBATCH --mem=1536M\n", "#SBATCH --time=01:00:00\n", "masu import --threads 2 --memory 1G"})
    QVERIFY2(script.contains(part), qPrintable(script));
  QCOMPARE(report["gpus_per_task"].get<int>(), 0);
  const nlohmann::json cards =
      jsonOf({"slurm", "--gpus-per-task", "1", "--", "train", "F.h5", "--model", "mlp", "--out", "run"});
  QVERIFY(!cards.empty());
  QCOMPARE(cards["gpus_per_task"].get<int>(), 1);
  QVERIFY(cards["script"].get<std::string>().find("#SBATCH --gpus-per-task=1\n") != std::string::npos);
}

void ClusterCommandTest::wordsStayAsTheyAre() {
  const nlohmann::json report = jsonOf({"parallel", "--", "import", "--out", "c d.h5", "--", "[a,b]", "-e.csv"});
  QVERIFY(!report.empty());
  const auto script = QString::fromStdString(report["script"].get<std::string>());
  QVERIFY2(script.contains(" --out 'c d.h5' -- '[a,b]' -e.csv\n"), qPrintable(script));
}

void ClusterCommandTest::whatIsWrongWithTheSharedCommandIsSaid_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("part");
  const QStringList array = {"slurm-array", "--"};
  const QStringList import = array + QStringList{"import", "a.csv", "--out", "b.h5"};
  const QStringList train = {"train", "F.h5", "--model", "mlp", "--out", "run"};
  QTest::newRow("no target") << array + QStringList{"import", "a.csv"} << "import: --out is missing.";
  QTest::newRow("a wrong value") << import + QStringList{"--dtype", "f99"} << "import: --dtype";
  QTest::newRow("no such option") << import + QStringList{"--model", "mlp"} << "import: ";
  QTest::newRow("not with a part") << import + QStringList{"--resume"}
                                   << "import: Each worker gets --part. --part and --resume do not go together";
  QTest::newRow("a conversion that replaces")
      << array + QStringList{"convert", "F.h5", "--out", "G.h5", "--overwrite"} << "convert: Each worker gets --part. ";
  QTest::newRow("its own part") << import + QStringList{"--part", "1/2"} << "--part is part of the command";
  QTest::newRow("help") << array + QStringList{"import", "--help"} << "--help is not for workers";
  QTest::newRow("another command") << array + QStringList{"info", "F.h5"}
                                   << "Workers share import, export, convert or train";
  QTest::newRow("a bundle") << array + QStringList{"export", "F.h5", "--out", "d", "--format", "zip"}
                            << "zip is one file";
  QTest::newRow("more ranks than slices")
      << QStringList{"slurm", "--workers", "16", "--"} + train << "16 processes cannot share";
  QTest::newRow("slices of a small batch")
      << QStringList{"slurm", "--"} + train + QStringList{"--slices", "8", "--batch", "8"} << "(--slices)";
  QTest::newRow("not after dashes") << QStringList{"slurm", "import", "a.csv"} << "a.csv is not expected before --";
  QTest::newRow("nothing to replace") << QStringList{"parallel", "--overwrite"} + import.mid(1)
                                      << "--overwrite goes with --out only";
  QTest::newRow("minutes") << QStringList{"slurm", "--time", "1:00", "--"} + train << "--time must be HH:MM:SS";
  QTest::newRow("cards of an import") << QStringList{"slurm-array", "--gpus-per-task", "1"} + import.mid(1)
                                      << "--gpus-per-task is for masu train alone";
  QTest::newRow("no number of cards") << QStringList{"slurm", "--gpus-per-task", "a100", "--"} + train
                                      << "--gpus-per-task must be a whole number";
  QTest::newRow("no workers") << QStringList{"slurm", "--workers", "0", "--"} + train << "--workers must be";
}

void ClusterCommandTest::whatIsWrongWithTheSharedCommandIsSaid() {
  QFETCH(QStringList, words);
  QFETCH(QString, part);
  const Called refused = called(words);
  QVERIFY(!refused.json && refused.json.error().code == Errc::invalidArgument);
  const auto sentence = QString::fromStdString(refused.json.error().message.english());
  QVERIFY2(sentence.contains(part), qPrintable(sentence));
}

void ClusterCommandTest::aFileIsWrittenOnce() {
  const QString file = m_dir.filePath("train it.sh");
  const QStringList words = {"torchrun", "--workers", "16",  "--out", file,  "--",       "train",
                             "F.h5",     "--model",   "mlp", "--out", "run", "--slices", "16"};
  const nlohmann::json report = jsonOf(words);
  QVERIFY(!report.empty() && report["script"].is_null());
  QCOMPARE(QString::fromStdString(report["path"].get<std::string>()), file);
  QVERIFY(QFile::exists(file));
  const Called again = called(words);
  QVERIFY(!again.json && again.json.error().code == Errc::exists);
  QVERIFY(!jsonOf(QStringList{"torchrun", "--overwrite"} + words.mid(1)).empty());
}

MASU_TEST(ClusterCommandTest)
#include "cluster_command_test.moc"
