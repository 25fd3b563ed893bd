// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/worker/child_process.h"

#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

namespace {

/// Up to the end.
std::string readAll(int descriptor) {
  std::string text;
  std::array<char, 4096> block{};
  for (;;) {
    const ssize_t count = read(descriptor, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

WorkerCommand shell(const std::string& script, const std::string& input = {}) {
  return {"/bin/sh", {"-c", script}, input};
}

struct Ended {
  std::string output;
  std::string error;
  WorkerEnd end;
};
Ended run(const WorkerCommand& command) {
  ChildProcess child = ChildProcess::start(command).value();
  Ended ended;
  ended.output = readAll(child.output());
  ended.error = readAll(child.error());
  ended.end = child.wait();
  return ended;
}

/// Whether there is such a process, if only as one that nobody has waited for.
bool isThere(pid_t process) {
  return kill(process, 0) == 0 || errno != ESRCH;
}

/// The value that getenv() finds in a child: that of the first entry of a name.
std::string firstOf(const std::string& environment, const std::string& name) {
  const std::string lines = "\n" + environment;
  const std::size_t found = lines.find("\n" + name + "=");
  if (found == std::string::npos) return "(none)";
  const std::size_t begin = found + name.size() + 2;
  return lines.substr(begin, lines.find('\n', begin) - begin);
}

}  // namespace

class ChildProcessTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void inputComesWholeWhateverItsSize();
  void outputsAreTwo();
  void argumentsStayAsTheyAre();
  void anEndIsACodeOrASignal();
  void whatCannotBeStartedIsNamed();
  void aChildThatReadsNothingEndsQuietly();
  void signalsOfAChildAreNotThoseOfItsParent();
  void threadsAreLimitedWhereNobodyElseSaysSo();
  void aChildHasNoDescriptorsOfAnother();
  void nobodyWaitsForAChildThatIsDropped();
};

void ChildProcessTest::inputComesWholeWhateverItsSize() {
  for (const std::size_t size : {0, 1, 65'536, 3'000'000}) {
    std::string input(size, 'x');
    for (std::size_t i = 0; i < size; ++i) input[i] = static_cast<char>(i * 7 % 251);
    const Ended ended = run({"/bin/cat", {}, input});
    QVERIFY(ended.output == input);
    QCOMPARE(ended.end.exitCode, 0);
  }
}

void ChildProcessTest::outputsAreTwo() {
  const Ended ended = run(shell("echo out; echo wrong >&2"));
  QCOMPARE(ended.output, std::string("out\n"));
  QCOMPARE(ended.error, std::string("wrong\n"));
  QVERIFY(ended.end.peakMemoryBytes > 0);
  QVERIFY(ended.end.complaint.empty());
}

void ChildProcessTest::argumentsStayAsTheyAre() {
  const Ended ended = run({"/bin/sh", {"-c", "printf '<%s>' \"$@\"", "sh", "", "a b", "\"$HOME\"", "*", "-n"}, {}});
  QCOMPARE(ended.output, std::string("<><a b><\"$HOME\"><*><-n>"));
}

void ChildProcessTest::anEndIsACodeOrASignal() {
  const WorkerEnd code = run(shell("exit 7")).end;
  QCOMPARE(code.exitCode, 7);
  QCOMPARE(code.signal, 0);
  const WorkerEnd killed = run(shell("kill -KILL $$")).end;
  QCOMPARE(killed.exitCode, 0);
  QCOMPARE(killed.signal, SIGKILL);
  ChildProcess child = ChildProcess::start(shell("echo ready; exec sleep 1000")).value();
  std::array<char, 6> ready{};
  QCOMPARE(read(child.output(), ready.data(), ready.size()), static_cast<ssize_t>(ready.size()));
  child.signal(SIGTERM);
  QCOMPARE(child.wait().signal, SIGTERM);
}

void ChildProcessTest::whatCannotBeStartedIsNamed() {
  const QTemporaryDir folder;
  const fs::path file = fs::path(folder.path().toStdString()) / "worker";
  const auto missing = ChildProcess::start({file, {}, {}});
  QVERIFY(!missing);
  QCOMPARE(missing.error().code, Errc::notFound);
  QVERIFY(missing.error().message.english().find(file.string()) != std::string::npos);
  std::ofstream(file) << "#!/bin/sh\n";
  const auto refused = ChildProcess::start({file, {}, {}});
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::permission);
}

/// Nor does it take the parent with it, as a pipe without a reader would.
void ChildProcessTest::aChildThatReadsNothingEndsQuietly() {
  const Ended ended = run(shell("exit 3", std::string(1'000'000, 'x')));
  QCOMPARE(ended.end.exitCode, 3);
}

void ChildProcessTest::signalsOfAChildAreNotThoseOfItsParent() {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigaddset(&blocked, SIGUSR1);
  QCOMPARE(pthread_sigmask(SIG_BLOCK, &blocked, &before), 0);
  const auto interrupt = std::signal(SIGINT, SIG_IGN);
  const auto pipe = std::signal(SIGPIPE, SIG_IGN);
  std::vector<int> ends;
  for (const char* name : {"TERM", "USR1", "INT", "PIPE"})
    ends.push_back(run(shell(std::string("kill -") + name + " $$; exit 9")).end.signal);
  (void)std::signal(SIGPIPE, pipe);
  (void)std::signal(SIGINT, interrupt);
  QCOMPARE(pthread_sigmask(SIG_SETMASK, &before, nullptr), 0);
  QCOMPARE(ends, (std::vector<int>{SIGTERM, SIGUSR1, SIGINT, SIGPIPE}));
}

void ChildProcessTest::threadsAreLimitedWhereNobodyElseSaysSo() {
  const QByteArray stated = qgetenv("OPENBLAS_NUM_THREADS");
  const bool wasStated = qEnvironmentVariableIsSet("OPENBLAS_NUM_THREADS");
  const auto environmentFor = [](unsigned threads) { return run({"/usr/bin/env", {}, {}, threads}).output; };
  qunsetenv("OPENBLAS_NUM_THREADS");
  qputenv("MASU_TEST_VARIABLE", "kept");
  const std::string limited = environmentFor(3);
  const std::string unlimited = environmentFor(0);
  qputenv("OPENBLAS_NUM_THREADS", "5");
  const std::string own = environmentFor(3);
  if (wasStated)
    qputenv("OPENBLAS_NUM_THREADS", stated);
  else
    qunsetenv("OPENBLAS_NUM_THREADS");
  qunsetenv("MASU_TEST_VARIABLE");
  QCOMPARE(firstOf(limited, "OPENBLAS_NUM_THREADS"), std::string("3"));
  QCOMPARE(firstOf(unlimited, "OPENBLAS_NUM_THREADS"), std::string("(none)"));
  QCOMPARE(firstOf(own, "OPENBLAS_NUM_THREADS"), std::string("5"));
  for (const std::string& environment : {limited, unlimited, own}) {
    QCOMPARE(firstOf(environment, "MASU_TEST_VARIABLE"), std::string("kept"));
    QVERIFY(firstOf(environment, "OMP_WAIT_POLICY") != "(none)");
  }
}

/// One that is killed would else stay open to its reader as long as the others live.
void ChildProcessTest::aChildHasNoDescriptorsOfAnother() {
  const WorkerCommand list = shell("ls /proc/self/fd | wc -l");
  const std::string alone = run(list).output;
  const ChildProcess other = ChildProcess::start(shell("exec sleep 1000")).value();
  QCOMPARE(run(list).output, alone);
}

void ChildProcessTest::nobodyWaitsForAChildThatIsDropped() {
  pid_t process = 0;
  {
    ChildProcess child = ChildProcess::start(shell("echo $$; exec sleep 1000")).value();
    std::string line;
    for (char letter = 0; read(child.output(), &letter, 1) == 1 && letter != '\n';) line += letter;
    process = static_cast<pid_t>(std::stol(line));
    {
      // Moved, it is the new owner's.
      const ChildProcess moved = std::move(child);
      QVERIFY(isThere(process));
    }
    QVERIFY(!isThere(process));
  }
  QVERIFY(!isThere(process));
}

MASU_TEST(ChildProcessTest)
#include "child_process_test.moc"
