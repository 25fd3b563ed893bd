// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of core in Japanese: what fails, and why, is said without half a sentence of English in it.
#include "ui/text/message.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>

#include "core/table/filter_expression.h"
#include "core/tasks/data/import_task.h"
#include "core/tasks/data/inspect_task.h"
#include "core/tasks/split/check_task.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/test_group.h"
#include "ui/text/language.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

using namespace masu;
using namespace masu::ui;

namespace {

const JobContext& quiet() {
  static Progress progress;
  static const JobContext job{{}, progress};
  return job;
}

}  // namespace

class MessageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void argumentsThatAreMessagesAreTranslated();
  void valuesStayAsTheyAre();
  void filtersSayWhatIsExpected();
  void recordingsSayWhatIsWrong();
  void tablesSayWhyNothingIsLeft();
  void checksNameSplits();
  void sentencesAreJoinedAsTheirLanguageDoes();

 private:
  std::filesystem::path write(const char* name, const std::string& text);
  Result<ingest::ImportPlan> planOf(ingest::ImportOptions options);
  Result<tasks::ImportOutcome> import(ingest::ImportOptions options, const char* name);

  QTemporaryDir m_folder;
  Language m_language;
};

namespace {

/// Three words of Latin letters in a row, which no sentence in Japanese has. Names in it are files or single words.
QString englishIn(const QString& sentence) {
  static const QRegularExpression words(QStringLiteral(R"([A-Za-z]+ [A-Za-z]+ [A-Za-z]+)"));
  return words.match(sentence).captured();
}

}  // namespace

#define IS_JAPANESE(sentence)                                                                                     \
  do {                                                                                                            \
    const QString shown = sentence;                                                                               \
    QVERIFY2(!shown.isEmpty() && englishIn(shown).isEmpty(), qUtf8Printable(shown));                              \
    QVERIFY2(shown.contains(QRegularExpression(QStringLiteral("[\\x{3040}-\\x{30ff}]"))), qUtf8Printable(shown)); \
  } while (false)

void MessageTest::initTestCase() {
  QVERIFY(m_folder.isValid());
  Theme::current().install(*qApp, Theme::Mode::light);  // the resources
  m_language.apply(QStringLiteral("ja"));
}

std::filesystem::path MessageTest::write(const char* name, const std::string& text) {
  const std::filesystem::path file = pathFrom(m_folder.filePath(QString::fromLatin1(name)));
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

Result<ingest::ImportPlan> MessageTest::planOf(ingest::ImportOptions options) {
  tasks::InspectRequest request;
  request.options = std::move(options);
  request.target = pathFrom(m_folder.filePath(QStringLiteral("plan.h5")));
  MASU_TRY(tasks::Inspection inspection, tasks::inspectionIn(tasks::inspect(request, quiet())));
  return std::move(inspection.plan);
}

Result<tasks::ImportOutcome> MessageTest::import(ingest::ImportOptions options, const char* name) {
  MASU_TRY(ingest::ImportPlan plan, planOf(std::move(options)));
  tasks::ImportRequest request{.plan = std::move(plan), .load = {}, .resources = {}};
  request.load.target = pathFrom(m_folder.filePath(QString::fromLatin1(name)));
  return tasks::runImport(request, quiet());
}

void MessageTest::argumentsThatAreMessagesAreTranslated() {
  const Message reason = Message::marked(MASU_TEXT("core", "not a number"));
  const Message whole{MASU_TEXT("core", "{0} ({1})"), {"a", Message::listed({reason, reason})}};
  QCOMPARE(translated(whole), QStringLiteral("a（数値ではない値、数値ではない値）"));
  QCOMPARE(QString::fromStdString(whole.english()), "a (not a number, not a number)");
}

void MessageTest::sentencesAreJoinedAsTheirLanguageDoes() {
  QCOMPARE(joinedSentences({}), QString());
  QCOMPARE(joinedSentences({"One.", "Two."}), QStringLiteral("One. Two."));
  QCOMPARE(joinedSentences({QStringLiteral("一つ。"), QStringLiteral("二つ。"), "Three."}),
           QStringLiteral("一つ。二つ。Three."));
}

void MessageTest::valuesStayAsTheyAre() {
  // A column may be called like a word of Masu, or like a template.
  QCOMPARE(translated(Message{MASU_TEXT("core", "{0} ({1})"), {"train", "{0}"}}), QStringLiteral("train（{0}）"));
}

void MessageTest::filtersSayWhatIsExpected() {
  for (const char* filter :
       {"age >", "age 40", "40 age", "age in 3", "age in (3", "age = 3 age", "name starts 3", "(a = 1"}) {
    const auto node = table::parseFilter(filter);
    QVERIFY2(!node, filter);
    IS_JAPANESE(translated(node.error()));
  }
}

void MessageTest::recordingsSayWhatIsWrong() {
  write("sound/a.wav", "RIFF no sound at all");
  const auto file = write("sound/b.wav", "nothing of the kind");
  ingest::ImportOptions options;
  options.sources = {file.parent_path()};
  options.as = ingest::SourceKind::recordings;
  const auto plan = planOf(options);
  QVERIFY(!plan);
  IS_JAPANESE(translated(plan.error()));
}

void MessageTest::tablesSayWhyNothingIsLeft() {
  std::string text = "x;y\n";
  for (int i = 0; i < 50; ++i) text += "1;word" + std::to_string(i) + "\n";
  ingest::ImportOptions options;
  options.sources = {write("semicolons.csv", text)};
  options.table.delimiter = ',';
  const auto plan = planOf(options);
  if (!plan) IS_JAPANESE(translated(plan.error()));
  if (!plan) return;
  for (const Message& note : plan->notes) IS_JAPANESE(translated(note));
  options.table.delimiter.reset();
  options.table.kinds = {{"y", table::Kind::decimal}};
  const auto done = import(options, "nothing.h5");
  QVERIFY(!done);
  IS_JAPANESE(translated(done.error()));
}

void MessageTest::checksNameSplits() {
  std::string text = "x,class\n";
  for (int i = 0; i < 400; ++i) text += std::to_string(i) + (i == 7 ? ",rare\n" : i < 100 ? ",first\n" : ",second\n");
  ingest::ImportOptions options;
  options.sources = {write("classes.csv", text)};
  options.labels = {"class"};
  const auto done = import(options, "classes.h5");
  QVERIFY2(done, done ? "" : done.error().message.english().c_str());
  tasks::SplitRequest split;
  split.file = done->dataset;
  split.plan.order = "position";
  split.plan.ratios = {0.6, 0.2, 0.2};
  const auto drawn = tasks::split(split, quiet());
  QVERIFY2(drawn, drawn ? "" : drawn.error().message.english().c_str());
  QVERIFY(!drawn->notes.empty());
  for (const Message& note : drawn->notes) IS_JAPANESE(translated(note));
  tasks::CheckRequest request;
  request.file = done->dataset;
  const auto checks = tasks::check(request, quiet());
  QVERIFY2(checks, checks ? "" : checks.error().message.english().c_str());
  QVERIFY(!checks->passed);
  for (const manifest::Check& check : checks->checks) {
    IS_JAPANESE(translated(check.detail));
    if (!check.passed) IS_JAPANESE(translated(check.fix));
    QVERIFY2(!translated(check.detail).contains("train"), qUtf8Printable(translated(check.detail)));
  }
}

MASU_TEST(MessageTest)
#include "message_test.moc"
