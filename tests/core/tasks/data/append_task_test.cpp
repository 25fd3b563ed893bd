// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/data/append_task.h"

#include <random>

#include "core/manifest/draw/split_plan.h"
#include "core/store/read/dataset.h"
#include "core/store/splits/splits_file.h"
#include "core/tasks/data/dataset_task.h"
#include "core/tasks/data/export_task.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

/// Rows of numbers, words of a few, texts and a label, from a row on.
std::string rows(int first, int count, const std::vector<std::string>& colours) {
  std::string text = "height,colour,note,grade,kind\n";
  for (int i = first; i < first + count; ++i) {
    text += std::to_string(i) + ".5," + (i % 11 == 3 ? "" : colours[static_cast<std::size_t>(i) % colours.size()]) +
            ",note " + std::to_string(i * i) + ',' + std::to_string(i % 50) + ',' + (i % 3 == 0 ? "yes" : "no") + '\n';
  }
  return text;
}

}  // namespace

class AppendTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void givesWhatImportingAllAtOnceGives_data();
  void givesWhatImportingAllAtOnceGives();
  void growsDictionariesAndClasses();
  void keepsManifestsWithNewSamplesUnused();
  void placesNewSamplesByHash();
  void saysWhichManifestCouldNotPlaceThem();
  void refusesWhatTheTypesDoNotHold();
  void saysWhichValueIsBeyondTheSteps();
  void advisesWhatAppendingCanDo();
  void refusesOtherColumns();
  void refusesAnotherDataset();
  void refusesRulesForRecordings();
  void refusesAnExportThatIsNotWhole();
  void keepsEarlierRejects();
  void leavesTheDatasetWhereItFails();
  void goesOnForWindows();
  void readsDatesAsTheNewSourcesShowThem();
  void saysWhichOrderOfDatesWasTaken();

 private:
  Result<ingest::ImportReport> import(const std::string& out, const std::vector<std::filesystem::path>& sources,
                                      const std::function<void(TableImport&)>& more = {}) {
    TableImport each;
    each.options.sources = sources;
    each.options.labels = {"kind"};
    each.options.table.text = {"note"};
    each.load.target = m_folder->path(out);
    each.load.write.overwrite = true;
    each.load.write.sync = false;
    if (more) more(each);
    return each.run();
  }
  Result<tasks::AppendOutcome> append(const std::string& file, const std::vector<std::filesystem::path>& sources) {
    Progress progress;
    return tasks::append({m_folder->path(file), sources, false, {2, std::uint64_t{256} << 20}}, {{}, progress});
  }
  tasks::HeadOutcome head(const std::string& file) { return *tasks::head({m_folder->path(file), 0, 1'000'000}); }
  bool sameRows(const std::string& one, const std::string& other) {
    const auto first = head(one);
    const auto second = head(other);
    if (first.columns != second.columns || first.rows.size() != second.rows.size()) return false;
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
      const tasks::HeadRow& a = first.rows[i];
      const tasks::HeadRow& b = second.rows[i];
      if (a.cells != b.cells || a.label != b.label || a.source != b.source || a.position != b.position) return false;
    }
    return true;
  }
  void init() { m_folder = std::make_unique<TableFolder>(); }

  std::unique_ptr<TableFolder> m_folder = std::make_unique<TableFolder>();
};

void AppendTaskTest::givesWhatImportingAllAtOnceGives_data() {
  QTest::addColumn<bool>("compressed");
  QTest::addColumn<qulonglong>("partBytes");
  QTest::newRow("plain") << false << qulonglong{0};
  QTest::newRow("compressed") << true << qulonglong{0};
  QTest::newRow("in parts") << false << qulonglong{100000};
}

void AppendTaskTest::givesWhatImportingAllAtOnceGives() {
  QFETCH(bool, compressed);
  QFETCH(qulonglong, partBytes);
  init();
  const std::vector<std::string> colours = {"red", "green", "blue"};
  const auto a = m_folder->write("a.csv", rows(0, 5000, colours));
  const auto b = m_folder->write("b.csv", rows(5000, 700, colours));
  const auto c = m_folder->write("c.csv", rows(5700, 3000, colours));
  const auto more = [&](TableImport& each) {
    if (compressed) each.options.compression = store::Compression::gzip;
    each.load.write.partBytes = partBytes;
  };
  QVERIFY(import("all.h5", {a, b, c}, more));
  QVERIFY(import("F.h5", {a}, more));
  const std::string before = (*store::Dataset::open(m_folder->path("F.h5")))->uuid();
  const auto first = append("F.h5", {b});
  QVERIFY2(first, sentenceOf(first).c_str());
  QCOMPARE(first->parent, before);
  const auto second = append("F.h5", {c});
  QVERIFY2(second, sentenceOf(second).c_str());
  QCOMPARE(second->parent, first->uuid);
  QCOMPARE(second->samples, std::uint64_t{8700});
  QVERIFY(sameRows("F.h5", "all.h5"));

  const auto grown = *store::Dataset::open(m_folder->path("F.h5"));
  const auto whole = *store::Dataset::open(m_folder->path("all.h5"));
  QCOMPARE(grown->meta().parent, first->uuid);
  QCOMPARE(grown->meta().records, whole->meta().records);
  for (std::size_t i = 0; i < whole->meta().schema.columns.size(); ++i) {
    const table::ColumnStats& one = grown->meta().schema.columns[i].stats;
    const table::ColumnStats& other = whole->meta().schema.columns[i].stats;
    QCOMPARE(one.count, other.count);
    QCOMPARE(one.missing, other.missing);
    QCOMPARE(one.min, other.min);
    QCOMPARE(one.max, other.max);
    QVERIFY(std::abs(one.mean - other.mean) <= 1e-9 * std::abs(other.mean));
    QVERIFY(std::abs(one.squares - other.squares) <= 1e-9 * std::abs(other.squares));
  }
  for (const store::ObjectInfo& object : whole->objects()) {
    if (!object.isText()) QCOMPARE(grown->find(object.name)->chunkSamples, object.chunkSamples);
  }
  Progress progress;
  const auto verified = tasks::verify(m_folder->path("F.h5"), {2, std::uint64_t{256} << 20}, {{}, progress});
  QVERIFY(verified && verified->damaged.empty() && verified->chunks > 0);
}

void AppendTaskTest::growsDictionariesAndClasses() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 500, {"red", "green"}));
  std::string text = rows(500, 500, {"violet", "green", "red"});
  for (std::size_t at = text.find(",yes"); at != std::string::npos; at = text.find(",yes", at))
    text.replace(at, 4, ",perhaps");
  const auto b = m_folder->write("b.csv", text);
  QVERIFY(import("F.h5", {a}));
  QVERIFY(import("all.h5", {a, b}));
  const auto outcome = append("F.h5", {b});
  QVERIFY2(outcome, sentenceOf(outcome).c_str());
  QCOMPARE(outcome->classes, std::vector<std::string>{"perhaps"});
  QCOMPARE(outcome->newCategories, std::uint64_t{1});
  const auto isNamed = [](const Message& note) { return note.english().ends_with(" (1): violet."); };
  QCOMPARE(std::ranges::count_if(outcome->report.notes, isNamed), 1);
  QVERIFY(sameRows("F.h5", "all.h5"));
}

void AppendTaskTest::keepsManifestsWithNewSamplesUnused() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 900, {"red", "green"}));
  const auto b = m_folder->write("b.csv", rows(900, 100, {"red", "green"}));
  QVERIFY(import("F.h5", {a}));
  const auto dataset = *store::Dataset::open(m_folder->path("F.h5"));
  auto splits = *store::SplitsFile::open(m_folder->path("F.h5"), dataset->uuid(), 900);
  store::Assignment assignment(900);
  for (std::size_t i = 0; i < 900; ++i) assignment[i] = static_cast<store::Split>(i % 4);
  QVERIFY(splits.write({"default", R"({"drawn":1})", true}, assignment));
  const auto outcome = append("F.h5", {b});
  QVERIFY2(outcome, sentenceOf(outcome).c_str());
  const auto after = store::SplitsFile::open(m_folder->path("F.h5"), outcome->uuid, 1000);
  QVERIFY2(after, sentenceOf(after).c_str());
  // Its hash is another now.
  QVERIFY(!after->find("default")->frozen);
  QCOMPARE(outcome->unfrozen, std::vector<std::string>{"default"});
  QVERIFY(!outcome->report.notes.empty());
  const std::string note = outcome->report.notes.back().english();
  QVERIFY2(note.find("The manifest default was frozen.") == 0, note.c_str());
  const auto read = after->read("default");
  assignment.resize(1000, store::Split::unused);
  QVERIFY(*read == assignment);
}

void AppendTaskTest::placesNewSamplesByHash() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 900, {"red", "green"}));
  const auto b = m_folder->write("b.csv", rows(900, 600, {"red", "green"}));
  QVERIFY(import("F.h5", {a}));
  auto dataset = *store::Dataset::open(m_folder->path("F.h5"));
  manifest::SplitPlan plan;
  plan.ratios = {0.5, 0.25, 0.25};
  plan.byHash = true;
  auto splits = *store::SplitsFile::open(m_folder->path("F.h5"), dataset->uuid(), 900);
  const auto drawn = *manifest::draw(*dataset, plan);
  QVERIFY(splits.write({"hashed", manifest::describe(plan), false}, drawn));
  const auto outcome = append("F.h5", {b});
  QVERIFY2(outcome, sentenceOf(outcome).c_str());
  QCOMPARE(outcome->placed, std::vector<std::string>{"hashed"});
  dataset = *store::Dataset::open(m_folder->path("F.h5"));
  const auto after = *store::SplitsFile::open(m_folder->path("F.h5"), dataset->uuid(), 1500)->read("hashed");
  QVERIFY(std::equal(drawn.begin(), drawn.end(), after.begin()));
  const auto train = std::count(after.begin() + 900, after.end(), store::Split::train);
  QVERIFY(train > 220 && train < 380);
}

/// As an earlier version drew them, without ratios: nothing can be drawn by that again, but the dataset has grown.
void AppendTaskTest::saysWhichManifestCouldNotPlaceThem() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 900, {"red", "green"}));
  const auto b = m_folder->write("b.csv", rows(900, 100, {"red", "green"}));
  QVERIFY(import("F.h5", {a}));
  const auto dataset = *store::Dataset::open(m_folder->path("F.h5"));
  auto splits = *store::SplitsFile::open(m_folder->path("F.h5"), dataset->uuid(), 900);
  manifest::SplitPlan plan;
  plan.byHash = true;
  QVERIFY(splits.write({"early", manifest::describe(plan), false}, store::Assignment(900)));
  plan.ratios = {0.5, 0.25, 0.25};
  QVERIFY(splits.write({"late", manifest::describe(plan), false}, *manifest::draw(*dataset, plan)));
  const auto outcome = append("F.h5", {b});
  QVERIFY2(outcome, sentenceOf(outcome).c_str());
  QCOMPARE(outcome->unplaced, std::vector<std::string>{"early"});
  QCOMPARE(outcome->placed, std::vector<std::string>{"late"});
  QCOMPARE(outcome->report.notes.size(), std::size_t{1});
  const std::string note = outcome->report.notes[0].english();
  QVERIFY2(note.starts_with("The samples are appended, but in the manifest early"), note.c_str());
  QVERIFY2(note.find("The ratios 0, 0 and 0") != std::string::npos, note.c_str());
  const auto after = store::SplitsFile::open(m_folder->path("F.h5"), outcome->uuid, 1000);
  QVERIFY2(after, sentenceOf(after).c_str());
  QVERIFY(*after->read("early") == store::Assignment(1000));
}

void AppendTaskTest::refusesWhatTheTypesDoNotHold() {
  init();
  const auto a = m_folder->write("a.csv", "x,kind\n1,a\n2,b\n3,a\n");
  const auto b = m_folder->write("b.csv", "x,kind\n1,a\n70000,b\n");
  QVERIFY(import("F.h5", {a}, [](TableImport& each) {
    each.options.table.text = {};
    each.options.dtype = table::DType::u8;
  }));
  const auto outcome = append("F.h5", {b});
  QVERIFY(!outcome);
  QCOMPARE(sentenceOf(outcome),
           std::string("Column x of b.csv holds 70000, but the dataset stores it as u8, whole numbers from 0 to 255. "
                       "Convert the dataset first with masu convert --dtype f32, then append."));
  QCOMPARE((*store::Dataset::open(m_folder->path("F.h5")))->samples(), std::uint64_t{3});
}

void AppendTaskTest::saysWhichValueIsBeyondTheSteps() {
  init();
  const auto a = m_folder->write("a.csv", "x,z,kind\n0.5,1,a\n127,2,b\n-127,3,a\n");
  const auto b = m_folder->write("b.csv", "x,z,kind\n1.5,2,a\n300.5,1,b\n");
  QVERIFY(import("F.h5", {a}, [](TableImport& each) {
    each.options.table.text = {};
    each.options.dtype = table::DType::i8;
  }));
  const auto outcome = append("F.h5", {b});
  QVERIFY(!outcome);
  QCOMPARE(sentenceOf(outcome),
           std::string("Column x of b.csv holds 300.5, but the dataset stores it as i8 in steps from -127 to 127. "
                       "Convert the dataset first with masu convert --dtype f64, then append."));
}

/// Options of an import are none of appending.
void AppendTaskTest::advisesWhatAppendingCanDo() {
  init();
  const auto first = m_folder->write("first.csv", "id,x,note,kind\n9007199254740993,1,n,a\n9007199254740995,2,n,b\n");
  const auto second = m_folder->write("second.csv", "id,x,note,kind\n0.5,1,n,a\n1.5,2,n,b\n");
  const auto keep = [](TableImport& each) { each.options.table.keep = {"id"}; };
  const std::string advice = "Keep the column as text with --text id.";
  QVERIFY(import("F.h5", {first}, keep));
  const auto refused = append("F.h5", {second});
  QVERIFY(!refused);
  const std::string sentence = refused.error().message.english();
  QVERIFY2(sentence.ends_with(advice +
                              " Appending keeps the choices of the dataset: for another, import all sources again."),
           sentence.c_str());
}

void AppendTaskTest::refusesOtherColumns() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 100, {"red"}));
  const auto b = m_folder->write("b.csv", "height,colour,kind\n1,red,yes\n");
  QVERIFY(import("F.h5", {a}));
  const std::string before = m_folder->listing();
  const std::string why = sentenceOf(append("F.h5", {b}));
  QVERIFY2(why.find("Missing: note, grade. Unknown: –.") != std::string::npos, why.c_str());
  QVERIFY(!append("F.h5", {m_folder->path("none.csv")}));
  QCOMPARE(m_folder->listing(), before);
}

void AppendTaskTest::refusesAnotherDataset() {
  init();
  QVERIFY(import("F.h5", {m_folder->write("a.csv", rows(0, 50, {"red"}))}));
  const auto further = m_folder->write("b.csv", rows(50, 50, {"red"}));
  QVERIFY(import("other.h5", {further}));
  const std::filesystem::path other = m_folder->path("other.h5");
  for (const auto& sources : {std::vector{other}, std::vector{further, other}}) {
    const auto refused = append("F.h5", sources);
    QVERIFY(!refused);
    const std::string sentence = sentenceOf(refused);
    QVERIFY2(sentence.find("other.h5 is a Masu dataset, and ") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find("export it as CSV and append that.") != std::string::npos, sentence.c_str());
  }
  QCOMPARE((*store::Dataset::open(m_folder->path("F.h5")))->samples(), std::uint64_t{50});
}

void AppendTaskTest::refusesRulesForRecordings() {
  const auto a = m_folder->write("a.csv", rows(0, 100, {"red"}));
  const auto b = m_folder->write("b.csv", rows(100, 10, {"red"}));
  QVERIFY(import("F.h5", {a}));
  for (const bool label : {true, false}) {
    tasks::AppendRequest request{m_folder->path("F.h5"), {b}, false, {2, std::uint64_t{256} << 20}};
    (label ? request.labelFrom : request.groupFrom) = "folder";
    Progress progress;
    const auto outcome = tasks::append(request, {{}, progress});
    QVERIFY(!outcome);
    QVERIFY2(sentenceOf(outcome).find("was imported without such a rule. Leave --") != std::string::npos,
             sentenceOf(outcome).c_str());
  }
  QCOMPARE((*store::Dataset::open(m_folder->path("F.h5")))->samples(), std::uint64_t{100});
}

void AppendTaskTest::refusesAnExportThatIsNotWhole() {
  init();
  QVERIFY(import("F.h5", {m_folder->write("a.csv", rows(0, 1'000, {"red", "green"}))}));
  QVERIFY(import("G.h5", {m_folder->write("b.csv", rows(1'000, 1'000, {"red", "green"}))}));
  tasks::ExportRequest request{.file = m_folder->path("G.h5"), .options = {}, .resources = {}};
  request.options.out = m_folder->path("out");
  request.options.shardSamples = 300;
  Progress progress;
  const auto exported = tasks::runExport(request, {{}, progress});
  QVERIFY2(exported, sentenceOf(exported).c_str());
  const std::filesystem::path shard = request.options.out / exported->shards.at(1).path;
  std::filesystem::rename(shard, m_folder->path("aside.csv"));
  const auto missing = append("F.h5", {request.options.out});
  QVERIFY(!missing);
  QCOMPARE(missing.error().code, Errc::notFound);
  std::filesystem::copy_file(m_folder->path("aside.csv"), shard);
  std::ofstream(shard, std::ios::app) << '\n';
  for (const std::filesystem::path& source : {request.options.out, shard}) {
    const auto edited = append("F.h5", {source});
    QVERIFY2(!edited, source.c_str());
    QVERIFY2(sentenceOf(edited).find("is not the shard that was exported") != std::string::npos,
             sentenceOf(edited).c_str());
  }
  QCOMPARE((*store::Dataset::open(m_folder->path("F.h5")))->samples(), std::uint64_t{1'000});
}

void AppendTaskTest::keepsEarlierRejects() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 50, {"red"}) + "1,2\n");
  const auto b = m_folder->write("b.csv", rows(50, 50, {"red"}));
  const auto c = m_folder->write("c.csv", rows(100, 50, {"red"}) + "3,4\n");
  QVERIFY(import("F.h5", {a}));
  const std::string first = TableFolder::read(m_folder->path("F.h5.rejects.csv"));
  QVERIFY(first.find("1,2") != std::string::npos);
  const auto clean = append("F.h5", {b});
  QVERIFY2(clean, sentenceOf(clean).c_str());
  QVERIFY(clean->report.rejectsFile.empty());
  QCOMPARE(TableFolder::read(m_folder->path("F.h5.rejects.csv")), first);
  const auto rejecting = append("F.h5", {c});
  QVERIFY2(rejecting, sentenceOf(rejecting).c_str());
  QCOMPARE(rejecting->report.rejectsFile, m_folder->path("F.h5.rejects.csv"));
  const std::string all = TableFolder::read(m_folder->path("F.h5.rejects.csv"));
  QVERIFY(all.starts_with(first));
  QCOMPARE(std::ranges::count(all, '\n'), 3);
  QVERIFY(all.find("3,4") != std::string::npos);
}

void AppendTaskTest::leavesTheDatasetWhereItFails() {
  init();
  const auto a = m_folder->write("a.csv", rows(0, 100, {"red"}));
  QVERIFY(import("F.h5", {a}));
  const std::string bytes = TableFolder::read(m_folder->path("F.h5"));
  const std::string before = m_folder->listing();
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  const auto outcome = tasks::append({m_folder->path("F.h5"), {a}, false, {}}, {stop.get_token(), progress});
  QCOMPARE(outcome.error().code, Errc::cancelled);
  QVERIFY(TableFolder::read(m_folder->path("F.h5")) == bytes);
  QCOMPARE(m_folder->listing(), before);
}

void AppendTaskTest::readsDatesAsTheNewSourcesShowThem() {
  init();
  const auto dates = [&](const std::string& name, const std::function<std::string(const std::string&)>& text) {
    std::string rows = "when,kind,note\n";
    for (int day = 10; day < 29; ++day) rows += text(std::to_string(day)) + (day % 2 == 0 ? ",x,a\n" : ",y,b\n");
    return m_folder->write(name, rows);
  };
  const auto first = dates("first.csv", [](const std::string& day) { return "2024-01-" + day; });
  const auto iso = dates("iso.csv", [](const std::string& day) { return "2024-02-" + day; });
  const auto dayFirst = dates("days.csv", [](const std::string& day) { return day + "/02/2024"; });
  QVERIFY(import("F.h5", {first}));
  QVERIFY(import("all.h5", {first, iso}));
  const auto outcome = append("F.h5", {dayFirst});
  QVERIFY2(outcome, outcome ? "" : outcome.error().message.english().c_str());
  const auto grown = head("F.h5");
  const auto all = head("all.h5");
  QCOMPARE(grown.rows.size(), all.rows.size());
  for (std::size_t i = 0; i < all.rows.size(); ++i) QVERIFY(grown.rows[i].cells == all.rows[i].cells);
}

void AppendTaskTest::saysWhichOrderOfDatesWasTaken() {
  init();
  const auto dates = [&](const std::string& name, const std::string& first, const std::string& second) {
    return m_folder->write(name, "when,kind,note\n" + first + ",x,a\n" + second + ",y,b\n");
  };
  std::filesystem::path source = dates("first.csv", "13/04/2020", "14/05/2020");
  const auto noteOf = [&](const std::filesystem::path& added) {
    if (!import("F.h5", {source})) return std::string("no dataset");
    const auto outcome = append("F.h5", {added});
    if (!outcome) return outcome.error().message.english();
    return outcome->report.notes.empty() ? std::string() : outcome->report.notes.front().english();
  };
  QCOMPARE(noteOf(dates("same.csv", "15/04/2020", "16/05/2020")), std::string());
  QCOMPARE(noteOf(dates("iso.csv", "2020-04-03", "2020-05-04")), std::string());
  const std::string open = noteOf(dates("open.csv", "04/03/2020", "05/04/2020"));
  QVERIFY2(open.find("column when can be read in several orders") != std::string::npos, open.c_str());
  const std::string other = noteOf(dates("other.csv", "04/13/2020", "05/04/2020"));
  QVERIFY2(other.find("read in the order mdy") != std::string::npos, other.c_str());
  // Dates of ISO 8601 have no order that others could be read in.
  source = dates("first.csv", "2020-04-13", "2020-05-14");
  QCOMPARE(noteOf(dates("iso.csv", "2020-04-03", "2020-05-04")), std::string());
  const std::string shown = noteOf(dates("shown.csv", "15/04/2020", "04/05/2020"));
  QVERIFY2(shown.find("the order dmy, as some of them show; those of the recipe or dataset are the same in any") !=
               std::string::npos,
           shown.c_str());
  const std::string guessed = noteOf(dates("open.csv", "04/03/2020", "05/04/2020"));
  QVERIFY2(guessed.find("and those of the recipe or dataset show none: they are read in the order mdy.") !=
               std::string::npos,
           guessed.c_str());
}

void AppendTaskTest::goesOnForWindows() {
  const std::filesystem::path data = std::filesystem::path(MASU_SHARED_DATA) / "fsdd" / "recordings";
  if (!std::filesystem::exists(data)) QSKIP("The recordings of the shared data are not here.");
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(data)) files.push_back(entry.path());
  std::ranges::sort(files);
  for (std::size_t i = 0; i < 40; ++i) {
    const auto folder = m_folder->path(i < 25 ? "one" : "two");
    std::filesystem::create_directories(folder);
    std::filesystem::create_directories(m_folder->path("both"));
    // In the order in which both are read at once.
    std::filesystem::copy(files[i], folder / files[i].filename());
    std::filesystem::copy(files[i], m_folder->path("both") / files[i].filename());
  }
  const auto recordings = [](TableImport& each) {
    each.options.labels = {};
    each.options.table.text = {};
    each.options.recordings.window = 1000;
    each.options.recordings.labelFrom = "name:^(\\d)_";
  };
  const auto one = import("F.h5", {m_folder->path("one")}, recordings);
  QVERIFY2(one, sentenceOf(one).c_str());
  const auto all = import("all.h5", {m_folder->path("both")}, recordings);
  QVERIFY2(all, sentenceOf(all).c_str());
  const auto outcome = append("F.h5", {m_folder->path("two")});
  QVERIFY2(outcome, sentenceOf(outcome).c_str());
  QVERIFY(sameRows("F.h5", "all.h5"));
}

MASU_TEST(AppendTaskTest)
#include "append_task_test.moc"
