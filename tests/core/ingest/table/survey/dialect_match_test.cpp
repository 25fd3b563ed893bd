// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/dialect_match.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;

namespace {

/// Thirty records of two numbers and a label, spelled so.
std::string tableOf(char delimiter, char decimal, const std::string& header = "age income y") {
  std::string text = header + "\n";
  std::ranges::replace(text, ' ', delimiter);
  for (int i = 0; i < 30; ++i) {
    text += std::to_string(20 + i) + delimiter + std::to_string(i) + decimal + std::to_string(i % 9) + "5" + delimiter +
            (i % 2 == 0 ? "yes" : "no") + "\n";
  }
  return text;
}

std::vector<std::string> englishOf(const std::vector<Message>& notes) {
  std::vector<std::string> sentences;
  for (const Message& note : notes) sentences.push_back(note.english());
  return sentences;
}

const std::vector<std::string> kOtherMarks = {
    "The delimiter of b.csv is ';', as detected; the sources of the import had ','.",
    "The decimal mark of b.csv is ',', as detected; the sources of the import had '.'."};

}  // namespace

/// How a further file is read, whose table is to have the inputs of an import before.
class DialectMatchTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    TableImport import;
    import.options.sources = {m_folder.write("a.csv", tableOf(',', '.'))};
    import.options.labels = {"y"};
    const auto plan = import.survey();
    QVERIFY2(plan, sentenceOf(plan).c_str());
    m_known = *plan;
    QCOMPARE(m_known.table().dialect.delimiter, ',');
  }

  void theSameSpellingStays() {
    const csv::Dialect found = like("b.csv", tableOf(',', '.'));
    QCOMPARE(found.delimiter, ',');
    QCOMPARE(found.decimal, '.');
    QVERIFY(m_notes.empty());
  }

  void whatGivesMoreOfTheInputsIsTakenAndNoted() {
    const csv::Dialect found = like("b.csv", tableOf(';', ','));
    QCOMPARE(found.delimiter, ';');
    QCOMPARE(found.decimal, ',');
    QCOMPARE(englishOf(m_notes), kOtherMarks);
  }

  /// Whether columns of other names are the same ones is not for Masu to guess.
  void whatFitsNoBetterIsReadAsBefore() {
    const csv::Dialect found = like("b.csv", tableOf(';', ',', "alter einkommen z"));
    QCOMPARE(found.delimiter, ',');
    QVERIFY(m_notes.empty());
    m_notes.clear();
    QCOMPARE(dialectLike(m_known, m_folder.path("nowhere.csv"), m_notes).delimiter, ',');
    QVERIFY(m_notes.empty());
  }

  /// A recipe says how to read, wherever that finds its inputs: even where other marks would give more numbers.
  void aRecipeIsFollowedWhereItFindsItsInputs() {
    std::string text = tableOf(',', '.');
    std::ranges::replace(text, '.', '_');
    std::vector<Message> notes;
    const auto file = m_folder.write("b.csv", text);
    QCOMPARE(dialectBy(m_known, file, notes).delimiter, ',');
    QVERIFY(notes.empty());
    const auto other = m_folder.write("b.csv", tableOf(';', ','));
    QCOMPARE(dialectBy(m_known, other, notes).delimiter, ';');
    QCOMPARE(englishOf(notes), kOtherMarks);
  }

  /// Only what is beyond doubt: letters of UTF-8, and UTF-16.
  void encodingsThatAreCertainAreHeldAgainstTheOthers() {
    const auto plain = m_folder.write("plain.csv", "a,b\n1,x\n");
    const auto latin = m_folder.write("latin.csv", "a,b\n1,K\xF6ln\n");
    const auto utf8 = m_folder.write("utf8.csv", "a,b\n1,Köln\n");
    const std::vector<std::filesystem::path> others = {plain, latin};
    const std::vector<std::filesystem::path> all = {plain, utf8, latin};
    std::vector<Message> notes;
    QVERIFY(checkEncodings("UTF-8", false, all, notes));
    QVERIFY(checkEncodings("windows-1252", false, others, notes));
    const auto refused = checkEncodings("windows-1252", false, all, notes);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::format);
    QVERIFY(refused.error().message.english().starts_with(
        utf8.string() + " is UTF-8, and the sources before it are windows-1252."));
    QVERIFY(notes.empty());
    QVERIFY(checkEncodings("windows-1252", true, all, notes));
    QCOMPARE(englishOf(notes), std::vector<std::string>{"utf8.csv looks like UTF-8. It is read as windows-1252, as "
                                                        "asked by --encoding."});
    QVERIFY(checkEncodings("windows-1252", false, {}, notes));
  }

  void marksHaveNames() {
    QCOMPARE(Message({"{0}", {csv::shownCharacter('\t')}}).english(), std::string("tab"));
    QCOMPARE(Message({"{0}", {csv::shownCharacter(' ')}}).english(), std::string("blank"));
    QCOMPARE(csv::shownCharacter(';').text, std::string("';'"));
    QCOMPARE(csv::shownCharacter('\0').text, std::string("–"));
  }

 private:
  csv::Dialect like(const std::string& name, const std::string& text) {
    m_notes.clear();
    return dialectLike(m_known, m_folder.write(name, text), m_notes);
  }

  TableFolder m_folder;
  ImportPlan m_known;
  std::vector<Message> m_notes;
};

MASU_TEST(DialectMatchTest)
#include "dialect_match_test.moc"
