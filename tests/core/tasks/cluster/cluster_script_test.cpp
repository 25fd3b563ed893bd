// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/cluster/cluster_script.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <functional>

#include "core/base/units.h"
#include "core/metrics/run_files.h"
#include "core/metrics/run_spec.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;

namespace {

constexpr std::uint64_t kWorkers = 3;

/// What each of these programs does of what the real one does.
const std::pair<const char*, const char*> kPrograms[] = {
    {"masu", "#!/bin/sh\nprintf '%s\\0' \"$@\" > \"$GOT/$$\"\n"},
    {"srun",
     "#!/bin/bash\nn=${1#--ntasks=}\nwhile [[ $1 == --* ]]; do shift; done\n"
     "for ((i = 0; i < n; ++i)); do SLURM_PROCID=$i \"$@\"; done\n"},
    {"mpirun",
     "#!/bin/bash\nif [[ $1 == --version ]]; then echo \"mpirun (${MPI:-Open MPI}) 4.1.4\"; exit; fi\nn=$2\n"
     "while [[ $1 == -* ]]; do shift 2; done\n"
     "for ((i = 0; i < n; ++i)); do OMPI_COMM_WORLD_RANK=$i \"$@\"; done\n"},
    {"parallel",
     "#!/bin/bash\nif [[ $1 == --version ]]; then echo 'GNU parallel 20221122'; exit; fi\n"
     "[[ $4 == ::: ]] || exit 9\nfor i in \"${@:5}\"; do \"$PARALLEL_SHELL\" -c \"$3 $i\"; done\n"}};

const std::vector<std::string> kWords = {"a file.csv",
                                         "it's.csv",
                                         "\"both\" '\"' of them",
                                         "$HOME `id` \\ $1 $@",
                                         "日本語／表.csv",
                                         "*?[a,b] {1..2}",
                                         "--where",
                                         "a > 1 && b != '#'; exit 7",
                                         "--na",
                                         "",
                                         "~",
                                         "!!",
                                         "--out",
                                         "/shared/of the/whole group/and its.h5"};

ClusterRequest requestOf(ClusterEngine engine, ClusterWork work) {
  ClusterRequest request;
  request.engine = engine;
  request.work = work;
  request.words = kWords;
  request.workers = kWorkers;
  request.threads = 6;
  request.memoryBytes = gibibytes(3).value;
  return request;
}

std::string textOf(const ClusterScript& script) {
  return scriptText(script, [](const Message& remark) { return remark.english(); });
}

QString refusalOf(const ClusterRequest& request) {
  const auto script = clusterScript(request);
  return script ? QString() : QString::fromStdString(script.error().message.english());
}

}  // namespace

class ClusterScriptTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyWorkerGetsItsWords_data();
  void everyWorkerGetsItsWords();
  void anotherMpirunIsRefused();
  void whatIsAskedForAgrees();
  void cardsAreAskedForWhereTheyAreUsed();
  void whatCannotWorkIsRefused_data();
  void whatCannotWorkIsRefused();
  void aResumedRunKeepsItsThreads();
  void aRemarkStaysAComment();
  void aFileIsNotReplacedUnasked();
  void timesAreRead();

 private:
  /// Runs a script as somebody who started it. Its exit code.
  int run(const std::string& text, const QStringList& variables = {});
  /// What the workers got since the last call, in order.
  std::vector<std::vector<std::string>> got();

  QTemporaryDir m_folder;
};

void ClusterScriptTest::initTestCase() {
  for (const auto& [name, text] : kPrograms) {
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }
  QVERIFY(QDir(m_folder.path()).mkdir("got"));
}

int ClusterScriptTest::run(const std::string& text, const QStringList& variables) {
  QFile file(m_folder.filePath("script.sh"));
  if (!file.open(QIODevice::WriteOnly)) return -1;
  file.write(text.data(), static_cast<qint64>(text.size()));
  file.close();
  QProcess shell;
  QStringList environment = QProcess::systemEnvironment();
  environment.removeIf([](const QString& one) { return one.startsWith("MASTER_") || one.startsWith("SLURM_"); });
  environment << "GOT=" + m_folder.filePath("got") << "PATH=" + m_folder.path() + ":" + qEnvironmentVariable("PATH")
              << variables;
  shell.setEnvironment(environment);
  shell.start("bash", {"-n", file.fileName()});
  if (!shell.waitForFinished() || shell.exitCode() != 0) return -1;
  shell.start(text.starts_with("#!/bin/sh\n") ? "sh" : "bash", {file.fileName()});
  return shell.waitForFinished() ? shell.exitCode() : -1;
}

std::vector<std::vector<std::string>> ClusterScriptTest::got() {
  std::vector<std::vector<std::string>> all;
  QDir folder(m_folder.filePath("got"));
  for (const QString& name : folder.entryList(QDir::Files)) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::ReadOnly)) continue;
    QList<QByteArray> words = file.readAll().split('\0');
    words.removeLast();
    all.emplace_back();
    for (const QByteArray& word : words) all.back().push_back(word.toStdString());
    file.remove();
  }
  std::ranges::sort(all);
  return all;
}

void ClusterScriptTest::everyWorkerGetsItsWords_data() {
  QTest::addColumn<int>("engine");
  QTest::addColumn<int>("work");
  for (const ClusterEngine engine : clusterEngines()) {
    for (const ClusterWork work :
         {ClusterWork::importing, ClusterWork::exporting, ClusterWork::converting, ClusterWork::training}) {
      if (!canRun(engine, work)) continue;
      const std::string row = std::string(name(engine)) + ' ' + std::string(name(work));
      QTest::newRow(row.c_str()) << static_cast<int>(engine) << static_cast<int>(work);
    }
  }
}

void ClusterScriptTest::everyWorkerGetsItsWords() {
  QFETCH(int, engine);
  QFETCH(int, work);
  const ClusterRequest request = requestOf(static_cast<ClusterEngine>(engine), static_cast<ClusterWork>(work));
  const auto script = clusterScript(request);
  QVERIFY2(script.has_value(), script ? "" : script.error().message.english().c_str());
  const bool isArray = request.engine == ClusterEngine::slurmArray;
  for (std::uint64_t i = 1; i <= (isArray ? kWorkers : 1); ++i)
    QCOMPARE(run(textOf(*script), {"SLURM_ARRAY_TASK_ID=" + QString::number(i)}), 0);
  std::vector<std::vector<std::string>> expected;
  for (std::uint64_t i = 0; i < kWorkers; ++i) expected.push_back(workerWords(request, i));
  std::ranges::sort(expected);
  QVERIFY(got() == expected);
}

void ClusterScriptTest::anotherMpirunIsRefused() {
  const auto script = clusterScript(requestOf(ClusterEngine::mpirun, ClusterWork::training));
  QVERIFY(script.has_value());
  QCOMPARE(run(textOf(*script), {"MPI=Hydra"}), 1);
  QVERIFY(got().empty());
}

void ClusterScriptTest::whatIsAskedForAgrees() {
  ClusterRequest request = requestOf(ClusterEngine::slurmArray, ClusterWork::importing);
  request.seconds = secondsFrom("30:05:00");
  request.partition = "long,short";
  // A quarter more than 3 GiB, and 256 MiB.
  QCOMPARE(askedMebibytes(request), std::uint64_t{4096});
  auto script = clusterScript(request);
  QVERIFY(script.has_value());
  for (const char* line :
       {"--array=1-3", "--ntasks=1", "--cpus-per-task=6", "--mem=4096M", "--time=30:05:00", "--partition=long,short"})
    QVERIFY2(script->head.find("#SBATCH " + std::string(line) + '\n') != std::string::npos, line);
  QVERIFY2(script->body.find("masu import --threads 6 --memory 3G --part") != std::string::npos, script->body.c_str());
  QVERIFY2(textOf(*script).find("4096M are needed for each") != std::string::npos, textOf(*script).c_str());

  request = requestOf(ClusterEngine::slurm, ClusterWork::training);
  request.estimatedBytes = gibibytes(8).value;
  QCOMPARE(askedMebibytes(request), std::uint64_t{11 * 1024});
  script = clusterScript(request);
  QVERIFY(script.has_value());
  // Six cores a worker, which together have at least 11 GiB.
  QVERIFY2(script->head.find("--mem-per-cpu=1878M\n") != std::string::npos, script->head.c_str());
  QVERIFY(script->head.find("--ntasks=3\n") != std::string::npos);
  QVERIFY2(script->body.find("--ntasks=3 --cpus-per-task=6") != std::string::npos, script->body.c_str());
}

/// The job has to have them, and srun to give each worker its own.
void ClusterScriptTest::cardsAreAskedForWhereTheyAreUsed() {
  ClusterRequest request = requestOf(ClusterEngine::slurm, ClusterWork::training);
  const auto none = clusterScript(request);
  QVERIFY(none.has_value());
  QVERIFY(textOf(*none).find("gpus") == std::string::npos);
  request.gpusPerTask = 1;
  const auto script = clusterScript(request);
  QVERIFY(script.has_value());
  QVERIFY2(script->head.find("\n#SBATCH --gpus-per-task=1\n") != std::string::npos, script->head.c_str());
  QVERIFY2(script->body.find("srun --ntasks=3 --cpus-per-task=6 --gpus-per-task=1") != std::string::npos,
           script->body.c_str());
  QVERIFY(script->remarks.size() == none->remarks.size() + 1);
  QVERIFY(workerWords(request, 0) == workerWords(requestOf(ClusterEngine::slurm, ClusterWork::training), 0));
  QCOMPARE(run(textOf(*script)), 0);
  QCOMPARE(got().size(), std::size_t{kWorkers});
}

void ClusterScriptTest::whatCannotWorkIsRefused_data() {
  using Change = std::function<void(ClusterRequest&)>;
  QTest::addColumn<Change>("change");
  QTest::addColumn<QString>("part");
  const auto row = [](const char* name, const Change& change, const char* part) {
    QTest::newRow(name) << change << QString::fromUtf8(part);
  };
  row(
      "no workers", [](ClusterRequest& r) { r.workers = 0; }, "--workers must be a whole number from 1");
  row(
      "no threads", [](ClusterRequest& r) { r.threads = 0; }, "--threads must be a whole number from 1");
  row(
      "little memory", [](ClusterRequest& r) { r.memoryBytes = 1024; }, "--memory must be a size from 16M");
  row(
      "a line break", [](ClusterRequest& r) { r.words.push_back("a\nb"); }, "line break");
  row(
      "its own threads", [](ClusterRequest& r) { r.words.insert(r.words.begin(), "--threads=2"); },
      "--threads is part");
  row(
      "a partition of two words", [](ClusterRequest& r) { r.partition = "a b"; }, "--partition takes names");
  row(
      "a search for a rate", [](ClusterRequest& r) { r.words.insert(r.words.begin(), "--find-lr"); }, "--find-lr");
  row(
      "a cross-validation", [](ClusterRequest& r) { r.words.insert(r.words.begin(), "--cross-validate"); },
      "--cross-validate");
  row(
      "training in an array", [](ClusterRequest& r) { r.engine = ClusterEngine::slurmArray; }, "meet at every step");
  row(
      "an import by ranks",
      [](ClusterRequest& r) {
        r.engine = ClusterEngine::torchrun;
        r.work = ClusterWork::importing;
      },
      "torchrun is for masu train alone");
  row(
      "a time of mpirun",
      [](ClusterRequest& r) {
        r.engine = ClusterEngine::mpirun;
        r.seconds = 60;
      },
      "--time goes with slurm-array or slurm only");
  row(
      "cards that are idle", [](ClusterRequest& r) { r.gpusPerTask = 2; }, "give --gpus-per-task 1");
  row(
      "cards of an import",
      [](ClusterRequest& r) {
        r.work = ClusterWork::importing;
        r.gpusPerTask = 1;
      },
      "--gpus-per-task is for masu train alone: masu import");
  row(
      "cards of an export",
      [](ClusterRequest& r) {
        r.engine = ClusterEngine::slurmArray;
        r.work = ClusterWork::exporting;
        r.gpusPerTask = 1;
      },
      "--gpus-per-task is for masu train alone: masu export");
  row(
      "cards of mpirun",
      [](ClusterRequest& r) {
        r.engine = ClusterEngine::mpirun;
        r.gpusPerTask = 1;
      },
      "--gpus-per-task goes with slurm only");
  row(
      "more ranks than slices", [](ClusterRequest& r) { r.training.slices = 2; }, "3 processes cannot share");
  row(
      "more ranks than the usual slices", [](ClusterRequest& r) { r.workers = 9; }, "9 processes cannot share");
  row(
      "a batch for fewer slices", [](ClusterRequest& r) { r.training.batch = 10; }, "--slices");
  row(
      "a model that is solved",
      [](ClusterRequest& r) {
        r.training.models = {"mlp", "rocket"};
      },
      "give --workers 1");
  row(
      "nobody to wait for",
      [](ClusterRequest& r) {
        r.workers = 1;
        r.words.insert(r.words.begin(), "--timeout");
      },
      "--timeout");
  row(
      "a bundle in parts",
      [](ClusterRequest& r) {
        r.work = ClusterWork::exporting;
        r.format = "zip";
      },
      "zip is one file");
}

void ClusterScriptTest::whatCannotWorkIsRefused() {
  QFETCH(std::function<void(ClusterRequest&)>, change);
  QFETCH(QString, part);
  ClusterRequest request = requestOf(ClusterEngine::slurm, ClusterWork::training);
  QCOMPARE(refusalOf(request), QString());
  change(request);
  const QString sentence = refusalOf(request);
  QVERIFY2(sentence.contains(part) && sentence.endsWith('.'), qPrintable(sentence));
}

void ClusterScriptTest::aResumedRunKeepsItsThreads() {
  metrics::RunSpec spec;
  spec.slices = 8;
  spec.threads = 6;
  QFile file(m_folder.filePath(QString::fromUtf8(metrics::kSpecName)));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(metrics::toJson(spec).c_str());
  file.close();
  ClusterRequest request = requestOf(ClusterEngine::slurm, ClusterWork::training);
  request.words = {"F.h5", "--resume", "--out", m_folder.path().toStdString()};
  request.training.out = m_folder.path().toStdString();
  QCOMPARE(refusalOf(request), QString());
  const std::vector<std::string> words = workerWords(request, 0);
  QVERIFY(std::ranges::find(words, "--threads") == words.end());
  request.threads = 4;
  QVERIFY2(refusalOf(request).contains("give --threads 6"), qPrintable(refusalOf(request)));
}

void ClusterScriptTest::aRemarkStaysAComment() {
  ClusterRequest request = requestOf(ClusterEngine::parallel, ClusterWork::importing);
  request.remarks.push_back(Message::marked("one\nexit 5"));
  const auto script = clusterScript(request);
  QVERIFY(script.has_value());
  QCOMPARE(run(textOf(*script)), 0);
  QCOMPARE(got().size(), std::size_t{kWorkers});
}

void ClusterScriptTest::aFileIsNotReplacedUnasked() {
  ClusterRequest request = requestOf(ClusterEngine::parallel, ClusterWork::importing);
  const std::string file = m_folder.filePath("kept.csv").toStdString();
  QVERIFY(saveClusterScript(request, file, "one", false).has_value());
  const auto again = saveClusterScript(request, file, "two", false);
  QVERIFY(!again && again.error().code == Errc::exists);
  QVERIFY(saveClusterScript(request, file, "two", true).has_value());
  request.words = {file};
  QVERIFY(!saveClusterScript(request, file, "three", true));
  request.words = {"--rejects=" + file};
  QVERIFY(!saveClusterScript(request, file, "three", true));
}

void ClusterScriptTest::timesAreRead() {
  for (const char* text : {"", "1", "10:00", "1:2:3", "00:00:00", "00:60:00", "-1:00:00", "1:00:00:00", "9000:00:00"})
    QVERIFY2(!secondsFrom(text), text);
  QCOMPARE(*secondsFrom("1:02:03"), std::uint64_t{3723});
  QCOMPARE(QString::fromStdString(timeText(3723)), QString("01:02:03"));
  QCOMPARE(QString::fromStdString(sizeText(gibibytes(1).value + 1)), QString("1073741825"));
}

MASU_TEST(ClusterScriptTest)
#include "cluster_script_test.moc"
