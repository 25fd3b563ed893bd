// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/survey/table_notes.h"

#include <algorithm>

#include "core/ingest/prediction_plan.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

/// What the spelling of cells and names leaves open is said before the import.
class TableNotesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void aMarkThatMaySeparateThousandsIsSaid_data();
  void aMarkThatMaySeparateThousandsIsSaid();
  void wordsThatLookLikeNumbersAreSaid_data();
  void wordsThatLookLikeNumbersAreSaid();
  void rowsOfAHeaderAreSaid();
  void numbersThatBecameWordsAreSaid();
  void aHeaderThatNothingSpeaksForIsSaid();
  void namesThatOccurAgainAreSaid();
  void timesOfWhichSomeHaveAZone();
  void timesOfAnExportAreSaidOnce();
  void yearsOfTwoDigitsAreSaid();
  void namesWithAnExponentAreSaid();
  void numbersThatALostMarkerMakesWordsAreSaid();
  void meansAreFilledInLater();
  void numbersThatBecome0AreCounted();
  void classesThatDifferByCapitalsAreSaid();
  void sourcesWithoutAClassInCommonAreSaid();
  void aFilterOfRenamedClassesIsSaidToMeanTheSource_data();
  void aFilterOfRenamedClassesIsSaidToMeanTheSource();
  void whatTimesLoseIsSaidOfTheTypeThatIsStored();
  void cellsThatLookLikeNumbersAreCounted();
  void aColumnThatWasSaidToBeIgnoredHasNoNote();
  void theMarkOfAMissingNumberIsNotTooWide();
  void wholeNumbersThatFeaturesDoNotKeepAreSaid();
  void anOrderThatNoDateDependsOnIsSaid();
  void aLabelOfManyWholeNumbersIsSaid_data();
  void aLabelOfManyWholeNumbersIsSaid();

 private:
  std::string notesOf(const std::string& text, const ingest::TableOptions& options = {}) {
    TableImport import;
    import.options.sources = {m_folder->write("t.csv", text)};
    import.options.table = options;
    const auto plan = import.survey();
    if (!plan) return sentenceOf(plan);
    return joined(plan->notes);
  }
  static std::string joined(const std::vector<Message>& notes) {
    std::string all;
    for (const Message& note : notes) all += note.english() + '\n';
    return all;
  }
  static bool has(const std::string& notes, const std::string& words) { return notes.find(words) != std::string::npos; }

  std::unique_ptr<TableFolder> m_folder;
};

void TableNotesTest::aLabelOfManyWholeNumbersIsSaid_data() {
  QTest::addColumn<int>("classes");
  QTest::addColumn<store::Target>("asked");
  QTest::addColumn<bool>("noted");
  using store::Target;
  QTest::newRow("one a record") << 100 << Target::none << true;
  QTest::newRow("more than half") << 51 << Target::none << true;
  QTest::newRow("half") << 50 << Target::none << false;
  QTest::newRow("as asked for") << 100 << Target::classes << false;
}

void TableNotesTest::aLabelOfManyWholeNumbersIsSaid() {
  QFETCH(const int, classes);
  QFETCH(const store::Target, asked);
  QFETCH(const bool, noted);
  std::string text = "x,y\n";
  for (int row = 0; row < 100; ++row) text += std::to_string(row) + ".5," + std::to_string(37 * (row % classes)) + '\n';
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", text)};
  import.options.labels = {"y"};
  import.options.target = asked;
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QCOMPARE(plan->target, store::Target::classes);
  const std::string notes = joined(plan->notes);
  QVERIFY2(has(notes, "Label y is read as a class, though its 100 surveyed whole numbers are " +
                          std::to_string(classes) + " different ones") == noted,
           notes.c_str());
}

void TableNotesTest::meansAreFilledInLater() {
  const std::string text = "a,b\n1,2\n,3\n3,\n";
  ingest::TableOptions options;
  options.columnMissing = {{"a", {ingest::MissingPolicy::mean, 0}}, {"b", {ingest::MissingPolicy::zero, 0}}};
  const std::string notes = notesOf(text, options);
  QVERIFY2(has(notes, "Missing cells of a stay missing in the dataset"), notes.c_str());
  QVERIFY(!has(notesOf(text), "stay missing"));
}

void TableNotesTest::whatTimesLoseIsSaidOfTheTypeThatIsStored() {
  const std::string times = "when,x\n2020-01-01 00:00:00,1\n2024-06-01 00:00:01,";
  QVERIFY(has(notesOf(times + "2\n"), "The times of column when are stored as f32"));
  // Wider features are certain here, or came of what the survey did not see.
  QVERIFY(!has(notesOf(times + "1e300\n"), "The times of column when"));
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", times + "2\n")};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(has(joined(ingest::notesThatHold(*plan, table::DType::f32)), "The times of column when"));
  QVERIFY(!has(joined(ingest::notesThatHold(*plan, table::DType::f64)), "The times of column when"));
  // A narrower type was asked for, and the data did not fit.
  import.options.dtype = table::DType::f16;
  const auto narrower = import.survey();
  QVERIFY2(narrower, sentenceOf(narrower).c_str());
  const std::string widened = joined(ingest::notesThatHold(*narrower, table::DType::f32));
  QVERIFY2(has(widened, "The times of column when are stored as f32") && !has(widened, "stored as f16"),
           widened.c_str());
}

void TableNotesTest::classesThatDifferByCapitalsAreSaid() {
  TableImport import;
  import.options.labels = {"y"};
  const auto planned = [&](const std::string& labels) {
    std::string text = "x,y\n";
    for (const QString& label : QString::fromStdString(labels).split(' ')) text += "1," + label.toStdString() + '\n';
    import.options.sources = {m_folder->write("t.csv", text)};
    return import.survey();
  };
  const auto booleans = planned("TRUE True True false FALSE no True true");
  QVERIFY2(booleans, sentenceOf(booleans).c_str());
  const std::string notes = joined(booleans->notes);
  QVERIFY2(has(notes,
               "Classes of y that differ by capitals only, with their surveyed cells: True (3), TRUE (1), "
               "true (1). If they mean the same, make them one by --class-map TRUE True --class-map true True."),
           notes.c_str());
  QVERIFY2(has(notes, "FALSE (1), false (1)"), notes.c_str());
  QCOMPARE(booleans->columns[1].kind, table::Kind::category);
  QCOMPARE(booleans->classes.size(), std::size_t{6});
  // Two classes of a boolean stay one, and other words are asked the same.
  QCOMPARE(planned("True False True")->columns[1].kind, table::Kind::boolean);
  QVERIFY(has(joined(planned("cat Cat dog cat")->notes), "by --class-map Cat cat."));
  QVERIFY(!has(joined(planned("cat dog")->notes), "capitals"));
  import.options.table.classMap.emplace_back("Cat", "cat");
  QVERIFY(!has(joined(planned("cat Cat dog cat")->notes), "capitals"));
  // A filter asks for the words, as one of the dataset does.
  import.options.table = {};
  import.options.table.where = "y = \"True\"";
  QVERIFY2(planned("True False True"), "the classes of a boolean label are words");
  QCOMPARE(planned("True False True")->samples, std::uint64_t{2});
}

/// They may call the same classes differently; a file a class is usual, and so are many classes.
void TableNotesTest::sourcesWithoutAClassInCommonAreSaid() {
  const auto notesOfSources = [this](const std::vector<std::string>& labels, bool mapped = false) {
    TableImport import;
    import.options.labels = {"y"};
    import.options.target = store::Target::classes;
    if (mapped) import.options.table.classMap = {{"no", "0"}, {"yes", "1"}};
    for (std::size_t i = 0; i < labels.size(); ++i) {
      std::string text = "x,y\n";
      for (int row = 0; row < 40; ++row) {
        const auto slash = labels[i].find('/');
        const std::string even = labels[i] == "many" ? std::to_string(100 + row) : labels[i].substr(0, slash);
        const std::string odd = slash == std::string::npos ? even : labels[i].substr(slash + 1);
        text += std::to_string(row) + ".5," + (row % 7 == 3 ? "" : row % 2 == 0 ? even : odd) + '\n';
      }
      import.options.sources.push_back(m_folder->write("s" + std::to_string(i) + ".csv", text));
    }
    const auto plan = import.survey();
    return plan ? joined(plan->notes) : sentenceOf(plan);
  };
  const std::string notes = notesOfSources({"0/1", "0/1", "yes/no"});
  QVERIFY2(has(notes, "The surveyed classes of y are 0, 1 in s0.csv, and no, yes in s2.csv: they have none in common. "
                      "If they mean the same, make them one by --class-map."),
           notes.c_str());
  for (const std::vector<std::string>& labels :
       {std::vector<std::string>{"0/1", "1/2"}, {"cat", "dog"}, {"0/1", "2"}, {"0/1", "many"}, {"0/1"}}) {
    QVERIFY2(!has(notesOfSources(labels), "none in common"), notesOfSources(labels).c_str());
  }
  QVERIFY(!has(notesOfSources({"0/1", "yes/no"}, true), "none in common"));
}

void TableNotesTest::aFilterOfRenamedClassesIsSaidToMeanTheSource_data() {
  QTest::addColumn<QString>("filter");
  QTest::addColumn<QString>("said");
  QTest::newRow("old name") << "y != \"dog\"" << "before --class-map renames dog to pet";
  QTest::newRow("new name") << "x > 0 or not y in (\"fish\", \"pet\")" << "before --class-map renames cat to pet";
  QTest::newRow("other name") << "label = \"fish\"" << "before --class-map renames cat to pet";
  QTest::newRow("backticks") << "`y` starts with \"f\"" << "before --class-map renames cat to pet";
  QTest::newRow("other column") << "x > 0"
                                << "";
  QTest::newRow("column of that text") << "source != \"y\""
                                       << "";
}

void TableNotesTest::aFilterOfRenamedClassesIsSaidToMeanTheSource() {
  QFETCH(QString, filter);
  QFETCH(QString, said);
  TableImport import;
  import.options.sources = {m_folder->write("t.csv", "x,y\n1,cat\n2,dog\n3,fish\n4,cat\n")};
  import.options.labels = {"y"};
  import.options.table.where = filter.toStdString();
  import.options.table.classMap = {{"cat", "pet"}, {"dog", "pet"}};
  const auto plan = import.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  const std::string notes = joined(plan->notes);
  if (said.isEmpty()) {
    QVERIFY2(!has(notes, "--class-map"), notes.c_str());
    return;
  }
  QVERIFY2(has(notes, said.toStdString() + ": in it, the classes of y have the names that the source gives them."),
           notes.c_str());
  // Without renamed classes there is one name only.
  import.options.table.classMap.clear();
  const auto plain = import.survey();
  QVERIFY2(plain, sentenceOf(plain).c_str());
  QVERIFY2(!has(joined(plain->notes), "--class-map"), joined(plain->notes).c_str());
}

void TableNotesTest::numbersThatBecome0AreCounted() {
  const std::string notes = notesOf("x,y\n1e-400,0\n4.9e-324,0e5\n-2.5e-999,-0.0\n0,0e-400\n");
  QVERIFY2(has(notes, "column x that are too close to 0 for any type, such as 1e-400, and become 0: 2."),
           notes.c_str());
  QVERIFY2(!has(notes, "column y"), notes.c_str());
}

void TableNotesTest::cellsThatLookLikeNumbersAreCounted() {
  std::string text = "fare\tv\n";
  for (int i = 0; i < 36; ++i) text += std::to_string(100 + i) + "\t1\n";
  const std::string notes = notesOf(text + "1,234,567\t2\n");
  QVERIFY2(has(notes,
               "Surveyed cells of column fare that look like numbers with thousands separators, such as 1,234,567: "
               "1 of 37."),
           notes.c_str());
}

void TableNotesTest::aColumnThatWasSaidToBeIgnoredHasNoNote() {
  const std::string text = "a,b,c\n1,,2\n3,,4\n";
  QVERIFY(has(notesOf(text), "Column b has no value"));
  ingest::TableOptions options;
  options.kinds = {{"b", table::Kind::empty}, {"c", table::Kind::empty}};
  const std::string notes = notesOf(text, options);
  QVERIFY2(!has(notes, "has no value"), notes.c_str());
}

void TableNotesTest::theMarkOfAMissingNumberIsNotTooWide() {
  ingest::TableOptions options;
  options.keep = {"id"};
  const std::string lowest = "id,v\n-9223372036854775808,1\n9223372036854775807,2\n";
  const std::string notes = notesOf(lowest, options);
  QVERIFY2(has(notes, "Column id holds -9223372036854775808, which stands for a missing value"), notes.c_str());
  QVERIFY2(!has(notes, "outside the range"), notes.c_str());
  // Half of these would fit into 64 bits without a sign, which are not stored.
  for (const char* wider : {"9223372036854775808,3\n", "18446744073709551615,3\n", "18446744073709551616,3\n",
                            "-9223372036854775809,3\n"}) {
    QVERIFY(has(notesOf(lowest + wider, options),
                "Column id holds whole numbers outside the range from -9223372036854775808 to 9223372036854775807"));
  }
}

/// A plan can be looked at, and changed: the import refuses them.
void TableNotesTest::wholeNumbersThatFeaturesDoNotKeepAreSaid() {
  const std::string text = "id,v\n5,1\n9007199254740993,2\n9007199254740995,3\n";
  const std::string notes = notesOf(text);
  QVERIFY2(has(notes, "Column id holds 9007199254740993 (t.csv, line 3), but features do not keep"), notes.c_str());
  ingest::TableOptions options;
  options.kinds = {{"id", table::Kind::decimal}};
  const std::string rounded = notesOf(text, options);
  QVERIFY2(has(rounded, "Column id holds whole numbers beyond 2^53, not all of which features keep"), rounded.c_str());
  options.kinds = {{"id", table::Kind::category}};
  QVERIFY(!has(notesOf(text, options), "features"));
}

void TableNotesTest::numbersThatALostMarkerMakesWordsAreSaid() {
  const std::string text = "a,b\n1,x\nNA,y\n3,x\n4,NA\nNA,y\n";
  ingest::TableOptions options;
  options.missingMarkers = {"", "X"};
  const std::string notes = notesOf(text, options);
  QVERIFY2(has(notes, "Column a holds numbers and NA, which is not among the markers"), notes.c_str());
  QVERIFY2(!has(notes, "Column b"), notes.c_str());
  options.missingMarkers->emplace_back("NA");
  QVERIFY(!has(notesOf(text, options), "markers"));
  QVERIFY(!has(notesOf(text), "markers"));
}

void TableNotesTest::aMarkThatMaySeparateThousandsIsSaid_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("said");
  QTest::newRow("points") << "x;y\n1.234;456\n999;1.000\n2.500;3\n12.345;77\n"
                          << "The numbers of column x, such as 1.234, are read with . as the decimal mark";
  QTest::newRow("commas and tabs") << "a\tb\n1,000\t1\n658\t2\n2,345\t3\n"
                                   << "The numbers of column a, such as 1,000, are read with , as the decimal mark";
  QTest::newRow("commas and bars") << "a|b\n1,000|1\n658|2\n2,345|3\n"
                                   << "such as 1,000, are read with ,";
  QTest::newRow("commas alone") << "a\tb\n1,000\t1\n5,658\t2\n2,345\t3\n"
                                << "such as 1,000, are read with ,";
  QTest::newRow("several points alone") << "x,y\n62.266,4\n55.180,1\n24.246,3\n1.234,5\n9.100,7\n"
                                        << "The numbers of column x, such as 62.266, are read with . as the decimal";
  QTest::newRow("points between commas") << "x,y\n1.234,456\n999,1\n2.500,3\n"
                                         << "";
  QTest::newRow("shown by another column") << "x;y\n1.234;4.5\n999;1.25\n2.500;3\n"
                                           << "";
  QTest::newRow("shown by a large number") << "x;y\n1.234;4\n1999;1\n2.500;3\n"
                                           << "";
  QTest::newRow("shown by a 0") << "x;y\n0.234;4\n999;1\n2.500;3\n"
                                << "";
  QTest::newRow("usual decimals") << "x;y\n1,234;4\n5,678;1\n2,500;3\n"
                                  << "";
}

void TableNotesTest::aMarkThatMaySeparateThousandsIsSaid() {
  QFETCH(QString, text);
  QFETCH(QString, said);
  const std::string notes = notesOf(text.toStdString());
  if (said.isEmpty()) {
    QVERIFY2(!has(notes, "may separate thousands"), notes.c_str());
    return;
  }
  QVERIFY2(has(notes, said.toStdString()), notes.c_str());
  QVERIFY2(has(notes, "may separate thousands"), notes.c_str());
  ingest::TableOptions options;
  options.decimal = said.contains("with ,") ? ',' : '.';
  QVERIFY(!has(notesOf(text.toStdString(), options), "may separate thousands"));
}

void TableNotesTest::wordsThatLookLikeNumbersAreSaid_data() {
  QTest::addColumn<QString>("cells");
  QTest::addColumn<QString>("said");
  const QString thousands = "numbers with thousands separators, such as ";
  const QString sign = "numbers with a sign beside them or in parentheses, such as ";
  QTest::newRow("commas") << "1,234,567\n658\n2,345,678\n3,456\n" << thousands + "1,234,567";
  QTest::newRow("points") << "1.234.567\n2.345.678\n3.456.789\n" << thousands + "1.234.567";
  QTest::newRow("decimals") << "1,234.5\n2,345.6\n3,456.7\n" << thousands + "1,234.5";
  QTest::newRow("apostrophes") << "1'234\n2'345\n3'456\n" << thousands + "1'234";
  QTest::newRow("percent") << "5%\n7.5%\n80 %\n" << sign + "5%";
  QTest::newRow("dollars") << "$3.50\n$4\n-$1.25\n" << sign + "$3.50";
  const QString both = "numbers with thousands separators and a sign beside them or in parentheses, such as ";
  QTest::newRow("dollars and commas") << "$1,234\n$22,345.50\n-$3,456\n"
                                      << both +
                                             "$1,234: 3 of 3. They are not read as numbers but as words. To have "
                                             "numbers, remove the sign from the source, or write a minus for "
                                             "parentheses that mean it, and give --thousands \",\".";
  QTest::newRow("points and euros") << "1.234,50 €\n2.345,00 €\n3.456,10 €\n" << both + "1.234,50 €: 3 of 3.";
  QTest::newRow("parentheses") << "(1.724)\n0.095\n(1.25)\n" << sign + "(1.724)";
  QTest::newRow("other mark") << "67,35\n9,39\n-0,5\n"
                              << "numbers with , as the decimal mark, such as 67,35: 3 of 3.";
  QTest::newRow("words") << "red\n5%\ngreen\n"
                         << "";
  QTest::newRow("versions") << "1.2.3\n1.2.4\n1.10.0\n"
                            << "";
  QTest::newRow("telephones") << "555 123 456\n555 123 457\n555 123 458\n"
                              << "";
}

void TableNotesTest::wordsThatLookLikeNumbersAreSaid() {
  QFETCH(QString, cells);
  QFETCH(QString, said);
  std::string text = "x\ty\n";
  int row = 0;
  for (const QString& cell : cells.split('\n', Qt::SkipEmptyParts))
    text += cell.toStdString() + '\t' + std::to_string(row++) + ".5\n";
  const std::string notes = notesOf(text);
  if (said.isEmpty()) {
    QVERIFY2(!has(notes, "look like numbers"), notes.c_str());
    return;
  }
  QVERIFY2(has(notes, "Surveyed cells of column x that look like " + said.toStdString()), notes.c_str());
  ingest::TableOptions options;
  options.kinds = {{"x", table::Kind::category}};
  QVERIFY(!has(notesOf(text, options), "look like numbers"));
}

void TableNotesTest::anOrderThatNoDateDependsOnIsSaid() {
  ingest::TableOptions options;
  options.dateOrder = table::DateOrder::dayFirst;
  const std::string iso = "when,v\n2020-03-04,1\n2020-04-03,2\n";
  const std::string needless = notesOf(iso, options);
  QVERIFY2(has(needless, "so that --date-order dmy makes no difference"), needless.c_str());
  QVERIFY(!has(notesOf(iso), "--date-order"));
  const std::string open = notesOf("when,v\n03/04/2020,1\n04/03/2020,2\n", options);
  QVERIFY2(!has(open, "--date-order"), open.c_str());
}

/// A header of several rows, of which one is read at most.
void TableNotesTest::rowsOfAHeaderAreSaid() {
  const std::string units = notesOf("time,speed\n(s),(m/s)\n0.1,5\n0.2,6\n0.3,7\n");
  QVERIFY2(has(units,
               "The first records below the header of t.csv hold words, such as (s), where those below them "
               "hold numbers (records: 1, columns: 2)"),
           units.c_str());
  const std::string several = notesOf("height,height,weight\nmean,sd,mean\n1.5,2,3\n2.5,3,4\n3.5,3,4\n");
  QVERIFY2(has(several, "hold words, such as ") && has(several, " hold numbers (records: "), several.c_str());
  QVERIFY(!has(notesOf("time,speed\n0.1,5\n0.2,6\n0.3,7\n"), "hold words, such as "));
}

/// Some cells that are none make words of numbers; one note of a column says so.
void TableNotesTest::numbersThatBecameWordsAreSaid() {
  const auto cells = [](const char* others, int spread) {
    std::string text = "age,y\n";
    for (int i = 0; i < 100; ++i) text += (i % 25 == 3 ? others : std::to_string(i % spread)) + ",0.5\n";
    return text;
  };
  const std::string few = notesOf(cells("error", 60));
  QVERIFY2(has(few,
               "Of 100 surveyed cells of column age, 96 can be read as integer; others, such as error, cannot, so that "
               "all are read as words."),
           few.c_str());
  QVERIFY2(has(few, "or give --type age=number with --on-error missing."), few.c_str());
  QVERIFY2(has(notesOf(cells("\u22120.5", 60)), "such as \u22120.5, cannot"), "a minus of Unicode");
  QVERIFY2(has(notesOf(cells("2024-01-02", 60)), "such as 2024-01-02, cannot"), "a date among numbers");
  // Signs beside numbers have a note of their own.
  const std::string percent = notesOf(cells("5%", 60));
  QVERIFY2(has(percent, "look like numbers") && !has(percent, "can be read as"), percent.c_str());
  ingest::TableOptions options;
  options.kinds = {{"age", table::Kind::category}};
  QVERIFY(!has(notesOf(cells("error", 60), options), "can be read as"));
  QVERIFY(!has(notesOf("age,y\nred,0.5\n1,0.5\nblue,0.5\n"), "can be read as"));
  std::string dates = "at,y\n";
  for (int day = 1; day < 29; ++day) dates += (day % 9 == 0 ? "soon" : "2024-02-" + std::to_string(day)) + ",0.5\n";
  QVERIFY2(has(notesOf(dates), "25 can be read as time; others, such as soon, cannot"), notesOf(dates).c_str());
  QVERIFY(has(notesOf(dates), "--type at=time"));
  // Of many different values, too, that they are left out.
  std::string many = "id,y\n";
  for (int i = 0; i < 1800; ++i) many += (i % 25 == 3 ? "error" : std::to_string(i)) + ",0.5\n";
  const std::string left = notesOf(many);
  QVERIFY2(has(left,
               "Of 1800 surveyed cells of column id, 1728 can be read as integer; others, such as error, cannot, "
               "so that the column is free text and is left out."),
           left.c_str());
  QVERIFY2(!has(left, "keep it as text"), left.c_str());
}

void TableNotesTest::aHeaderThatNothingSpeaksForIsSaid() {
  const std::string words = "Eszyci,Qvsatjo\nDpyopu,Veecsev\nMzgdpa,Gpzyklj\n";
  const std::string said =
      "The first record of t.csv was taken as the header with a confidence of 75 %. Its cells differ, and nothing "
      "speaks against a header. If it is data, use --no-header.";
  QVERIFY2(has(notesOf(words), said), notesOf(words).c_str());
  ingest::TableOptions options;
  options.header = true;
  QVERIFY(!has(notesOf(words, options), "confidence"));
  QVERIFY(!has(notesOf("x,y\n1,2\n3,4\n"), "confidence"));
}

void TableNotesTest::namesThatOccurAgainAreSaid() {
  const std::string notes = notesOf("a,a,a (2),a,b\n1,2,3,4,5\n6,7,8,9,10\n");
  QVERIFY2(has(notes, "The header of t.csv names several columns alike; the later ones are called a (3), a (4)."),
           notes.c_str());
  QVERIFY(!has(notesOf("a,b,a (2)\n1,2,3\n6,7,8\n"), "alike"));
}

void TableNotesTest::timesOfWhichSomeHaveAZone() {
  const std::string mixed = "t,y\n2024-01-01 10:00:00+02:00,1\n2024-01-01 11:00:00,2\n2024-01-02,3\n";
  const std::string said =
      "Surveyed times of column t that have no zone, such as 2024-01-01 11:00:00, where others have one: 2.";
  QVERIFY2(has(notesOf(mixed), said), notesOf(mixed).c_str());
  QVERIFY(!has(notesOf("t,y\n2024-01-01 10:00:00,1\n2024-01-01 11:00:00,2\n"), "zone"));
  QVERIFY(!has(notesOf("t,y\n2024-01-01 10:00:00Z,1\n2024-01-01T11:00:00+09:00,2\n"), "zone"));
  // Sources that are read by a recipe, as those that are appended.
  TableImport import;
  import.options.sources = {m_folder->write("known.csv", "t,y\n2024-01-01 10:00:00Z,1\n2024-01-03 10:00:00Z,2\n")};
  const auto known = import.survey();
  QVERIFY2(known, sentenceOf(known).c_str());
  import.options.sources = {m_folder->write("t.csv", mixed)};
  const auto bound = ingest::replan(*ingest::planFromRecipe(ingest::recipeFrom(*known)), import.options, import.job());
  QVERIFY2(bound, sentenceOf(bound).c_str());
  QVERIFY2(has(joined(bound->notes), said), joined(bound->notes).c_str());
}

void TableNotesTest::timesOfAnExportAreSaidOnce() {
  TableImport import;
  import.options.sources = {m_folder->write("known.csv", "t,x\n2024-01-01 10:00:00,1\n2024-01-03 10:00:00,2\n")};
  const auto known = import.survey();
  QVERIFY2(known, sentenceOf(known).c_str());
  const auto recipe = ingest::planFromRecipe(ingest::recipeFrom(*known));
  QVERIFY2(recipe, sentenceOf(recipe).c_str());
  const auto shard = m_folder->write("shard.csv", "t,x\n0,1\n172800,2\n");
  const auto notes = [&](const std::string& index) {
    m_folder->write("index.json", index);
    const auto plan = ingest::planPrediction(*recipe, {shard}, {}, import.job(), {});
    return plan ? QString::fromStdString(joined(plan->import.notes)) : QString::fromStdString(sentenceOf(plan));
  };
  const QString said = "shard.csv is of an export, which has the times of t as seconds: they are not read as dates.";
  const QString ofExport = notes(R"({"masu_export": 1, "shards": [{"path": "shard.csv"}]})");
  QVERIFY2(ofExport.count(said) == 1, qPrintable(ofExport));
  const QString ofOther = notes(R"({"masu_export": 1, "shards": [{"path": "other.csv"}]})");
  QVERIFY2(!ofOther.contains("export"), qPrintable(ofOther));
}

void TableNotesTest::yearsOfTwoDigitsAreSaid() {
  const std::string notes = notesOf("t,y\n13/4/69,1\n14/5/68,2\n");
  QVERIFY2(has(notes, "The dates of column t have years of two digits, such as 13/4/69"), notes.c_str());
  QVERIFY(!has(notesOf("t,y\n13/4/1969,1\n14/5/2068,2\n"), "two digits"));
}

void TableNotesTest::namesWithAnExponentAreSaid() {
  const std::string notes = notesOf("id,y\n12,1\n1e1,2\n000e0,3\n");
  QVERIFY2(has(notes, "Column id holds whole numbers and cells such as 1e1"), notes.c_str());
  QVERIFY(!has(notesOf("x,y\n12,1\n1e1,2\n1.5,3\n"), "exponent"));
  QVERIFY(!has(notesOf("x,y\n1e5,1\n1e1,2\n3e2,3\n"), "exponent"));
}

MASU_TEST(TableNotesTest)
#include "table_notes_test.moc"
