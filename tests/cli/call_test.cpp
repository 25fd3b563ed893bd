// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/call.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu;
using masu::cli::call;
using masu::cli::Called;
using masu::cli::CallOption;
using masu::cli::optionsOf;

namespace {

/// How an option takes its values; nothing where the command has none of that name.
std::optional<CallOption::Takes> takesOf(const char* command, const char* name) {
  for (const CallOption& option : optionsOf(command)) {
    if (std::ranges::find(option.names, std::string(name)) != option.names.end()) return option.takes;
  }
  return std::nullopt;
}

}  // namespace

class CallTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void optionsAreThoseThatACallerGives();
  void theReportIsReturned();
  void wrongUsageIsAnArgument_data();
  void wrongUsageIsAnArgument();
  void aFailureKeepsItsKindAndItsSentence();
  void whatHasNoEffectIsReturned();
  void aStoppedCallWaitsForNoScratchFolder();

 private:
  Called called(const std::vector<std::string>& words) { return call(words, {{}, m_progress}); }
  std::string path(const char* name) const { return m_dir.filePath(name).toStdString(); }

  QTemporaryDir m_dir;
  Progress m_progress;
};

void CallTest::optionsAreThoseThatACallerGives() {
  QVERIFY(takesOf("import", "class-map") == CallOption::Takes::pair);
  QVERIFY(takesOf("import", "window") == CallOption::Takes::value);
  QVERIFY(takesOf("import", "label") == CallOption::Takes::value);
  QVERIFY(takesOf("import", "overwrite") == CallOption::Takes::nothing);
  QVERIFY(takesOf("import", "threads") == CallOption::Takes::value);
  // The caller has the report as it is, and gives sources by their place.
  for (const char* name : {"json", "help", "SOURCE"}) QVERIFY2(!takesOf("import", name), name);
}

void CallTest::theReportIsReturned() {
  const Called sample = called({"sample", "tabular", "--rows", "5", "--out", path("")});
  QVERIFY2(sample.json.has_value(), sample.json ? "" : sample.json.error().message.english().c_str());
  const auto report = nlohmann::json::parse(*sample.json);
  QCOMPARE(report["rows"].get<int>(), 5);
  QVERIFY(QFile::exists(QString::fromStdString(report["path"].get<std::string>())));
  QVERIFY(sample.settled.empty());
}

void CallTest::wrongUsageIsAnArgument_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<QString>("sentence");
  QTest::newRow("no command") << QStringList() << "Name a command: masu --help lists them.";
  QTest::newRow("unknown command") << QStringList{"foo"} << "There is no command foo: masu --help lists them.";
  QTest::newRow("number out of bounds") << QStringList{"stream", "x.h5", "--batch", "0"}
                                        << "--batch must be a whole number from 1 up, not 0.";
  QTest::newRow("options that conflict")
      << QStringList{"check", "x.h5", "--save-as", "y"}
      << "--save-as goes with --remedy only: a check alone changes no manifest.";
}

void CallTest::wrongUsageIsAnArgument() {
  QFETCH(QStringList, words);
  QFETCH(QString, sentence);
  std::vector<std::string> asked;
  for (const QString& word : words) asked.push_back(word.toStdString());
  const Called refused = called(asked);
  QVERIFY(!refused.json && refused.json.error().code == Errc::invalidArgument);
  QCOMPARE(QString::fromStdString(refused.json.error().message.english()), sentence);
}

void CallTest::aFailureKeepsItsKindAndItsSentence() {
  const Called failed = called({"info", path("missing.h5")});
  QVERIFY(!failed.json && failed.json.error().code == Errc::notFound);
  const std::string sentence = failed.json.error().message.english();
  QVERIFY2(sentence.find(path("missing.h5")) != std::string::npos, sentence.c_str());
}

/// Also where the command fails afterwards.
void CallTest::whatHasNoEffectIsReturned() {
  const Called failed = called({"stream", path("missing.h5"), "--shuffle", "none", "--seed", "5"});
  QVERIFY(!failed.json);
  const std::vector<std::string> settled = {
      "--seed has no effect here: without a shuffle or an augmentation nothing is random."};
  QCOMPARE(failed.settled, settled);
}

void CallTest::aStoppedCallWaitsForNoScratchFolder() {
  std::stop_source stopped;
  stopped.request_stop();
  const std::vector<std::string> words = {"inspect", path("missing.csv"), "--scratch=" + path("")};
  const Called cancelled = call(words, {stopped.get_token(), m_progress});
  QVERIFY(!cancelled.json && cancelled.json.error().code == Errc::cancelled);
}

MASU_TEST(CallTest)
#include "call_test.moc"
