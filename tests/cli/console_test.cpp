// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/console.h"

#include <cstdio>
#include <functional>
#include <new>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <QTemporaryFile>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::cli;

namespace {

/// Standard output or error in another file while it is there. What Qt Test prints goes past it.
class Redirected {
 public:
  Redirected(int stream, int file) : m_stream(stream), m_before(dup(stream)) {
    std::fflush(nullptr);
    dup2(file, stream);
  }
  ~Redirected() {
    std::fflush(nullptr);
    dup2(m_before, m_stream);
    close(m_before);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

 private:
  int m_stream;
  int m_before;
};

struct Printed {
  int exitCode = -1;
  QByteArray output;
  QByteArray errors;
};

Printed printedBy(const std::function<int()>& work) {
  QTemporaryFile output;
  QTemporaryFile errors;
  Printed printed;
  if (!output.open() || !errors.open()) return printed;
  {
    const Redirected out(STDOUT_FILENO, output.handle());
    const Redirected err(STDERR_FILENO, errors.handle());
    printed.exitCode = work();
  }
  output.seek(0);
  errors.seek(0);
  printed.output = output.readAll();
  printed.errors = errors.readAll();
  return printed;
}

Report someReport() {
  Report report;
  report.json = {{"samples", 5}};
  report.text = "5 samples\n";
  return report;
}

/// What a command prints that comes to this.
Printed ranTo(const Result<Report>& outcome, bool json) {
  CommonOptions common;
  common.json = json;
  return printedBy([&] { return Console(common).run([&](const JobContext&) { return outcome; }); });
}

}  // namespace

class ConsoleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsThrownIsAFailure() {
    Progress progress;
    const JobContext job{{}, progress};
    const auto memory = guarded([](const JobContext&) -> Result<Report> { throw std::bad_alloc(); }, job);
    QVERIFY(!memory && memory.error().code == Errc::outOfMemory);
    const auto other = guarded([](const JobContext&) -> Result<Report> { throw std::runtime_error("x"); }, job);
    QVERIFY(!other && other.error().code == Errc::internal);
    QCOMPARE(other.error().message.english(), std::string("Internal error: x. Please report it."));
    QVERIFY(guarded([](const JobContext&) { return someReport(); }, job));
  }

  void aReportIsPrintedAsAsked() {
    const Printed text = ranTo(someReport(), false);
    QCOMPARE(text.exitCode, 0);
    QCOMPARE(text.output, QByteArray("5 samples\n"));
    QCOMPARE(text.errors, QByteArray());
    QCOMPARE(ranTo(someReport(), true).output, QByteArray("{\n  \"samples\": 5\n}\n"));
  }

  /// The report is complete, and the command has something against what it found.
  void problemsAreErrorsAndTheExitCodeIsTheReports() {
    Report report = someReport();
    report.problems = "One is damaged.\n";
    report.exitCode = 1;
    for (const bool json : {false, true}) {
      const Printed printed = ranTo(report, json);
      QCOMPARE(printed.exitCode, 1);
      QVERIFY(printed.output.contains("5"));
      QCOMPARE(printed.errors, QByteArray("One is damaged.\n"));
    }
  }

  void aFailureIsOneSentence() {
    const Result<Report> failed = fail(Errc::notFound, "There is no file {0}.", {"a.csv"});
    const Printed text = ranTo(failed, false);
    QCOMPARE(text.exitCode, 1);
    QCOMPARE(text.output, QByteArray());
    QCOMPARE(text.errors, QByteArray("masu: There is no file a.csv.\n"));
    const Printed json = ranTo(failed, true);
    QVERIFY2(json.output.startsWith("{") && json.output.contains("\"not_found\""), json.output.constData());
    QCOMPARE(json.errors, text.errors);
    QCOMPARE(ranTo(fail(Error::cancelled()), false).exitCode, 130);
  }

  void whatComesFromFilesCommandsNoTerminal() {
    Report report;
    report.text = "a\033[2Jb\n";
    report.json = {{"name", "\033\xC2\x9B"}};
    QCOMPARE(ranTo(report, false).output, QByteArray("a␛[2Jb\n"));
    QCOMPARE(ranTo(report, true).output, QByteArray("{\n  \"name\": \"\\u001b\\u009b\"\n}\n"));
    QCOMPARE(ranTo(fail(Errc::format, "a\nb\033."), false).errors, QByteArray("masu: a␊b␛.\n"));
    report.json = {{"name", "\xFF"}};
    QVERIFY(ranTo(report, true).output.contains("\xEF\xBF\xBD"));
  }

  /// Work that has printed nothing has not done what it was asked for.
  void whatCouldNotBePrintedIsAFailure() {
    const int full = open("/dev/full", O_WRONLY);
    QVERIFY(full >= 0);
    const Printed printed = printedBy([&] {
      const Redirected out(STDOUT_FILENO, full);
      return Console(CommonOptions()).run([](const JobContext&) { return someReport(); });
    });
    close(full);
    QCOMPARE(printed.exitCode, 1);
    QVERIFY2(printed.errors.startsWith("masu: The output could not be written to stdout: "),
             printed.errors.constData());
  }

  void aCallerTakesTheWorkInTheTerminalsPlace() {
    CommonOptions common;
    bool worked = false;
    common.caller = [](const Work& work) { return work ? 7 : 0; };
    const Printed printed = printedBy([&] {
      return Console(common).run([&](const JobContext&) {
        worked = true;
        return someReport();
      });
    });
    QCOMPARE(printed.exitCode, 7);
    QVERIFY(!worked && printed.output.isEmpty() && printed.errors.isEmpty());
  }

  /// However soon the work ends.
  void theLastNewsArePrinted() {
    std::string news = "epoch 1\n";
    const Printed printed = printedBy([&] {
      return Console(CommonOptions()).run([](const JobContext&) { return someReport(); },
                                          [&] { return std::exchange(news, {}); });
    });
    QCOMPARE(printed.errors, QByteArray("epoch 1\n"));
  }
};

MASU_TEST(ConsoleTest)
#include "console_test.moc"
