// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Lines as a table: columns from keys, cells from values, and lines that are named as they are in the source.
#include <algorithm>
#include <cmath>

#include "core/csv/structure/dialect.h"
#include "core/ingest/sources/json_table.h"
#include "core/ingest/sources/sources.h"
#include "core/store/read/dataset.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

class JsonLinesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }
  void keysAreColumnsAsPythonReadsThem();
  void packedAndOtherEncodingsAreTheSame();
  void badLinesAreRejectedWithTheirPlace();
  void anEmptyKeyIsNamedByItsPlace();
  void anObjectWithoutValuesIsRejectedAsSuch();
  void objectsWithFaultsAreKnownAsSuch();
  void aStrictImportNamesTheLine();
  void optionsOfTextTablesAreRefused();
  void manySourcesAreMatchedByKey();
  void aSurveyReadsAPartAndAllKeys();
  void linesAreCutInAnyPieces();

 private:
  struct Imported {
    std::shared_ptr<const store::Dataset> dataset;
    ingest::ImportReport report;
    ingest::ImportPlan plan;
  };
  Result<Imported> import(std::vector<std::filesystem::path> sources, const std::vector<std::string>& texts = {}) {
    TableImport each;
    each.options.sources = std::move(sources);
    each.options.table.text = texts;
    each.load.target = m_folder->path("out.h5");
    each.load.write.overwrite = true;
    each.load.blockBytes = 64;
    Imported imported;
    MASU_TRY(imported.plan, each.survey());
    MASU_TRY(imported.report, ingest::load(imported.plan, each.load, each.resources, each.job()));
    MASU_TRY(imported.dataset, store::Dataset::open(each.load.target));
    return imported;
  }
  static std::vector<std::string> namesOf(const ingest::ImportPlan& plan) {
    std::vector<std::string> names;
    for (const auto& column : plan.columns) names.push_back(column.name);
    return names;
  }
  static bool says(const std::vector<Message>& notes, const std::string& words) {
    return std::ranges::any_of(notes,
                               [&](const Message& note) { return note.english().find(words) != std::string::npos; });
  }

  std::unique_ptr<TableFolder> m_folder;
};

void JsonLinesTest::keysAreColumnsAsPythonReadsThem() {
  // Python writes the lines, and what it reads of them again.
  const QString failure = python(
      "import json, sys\n"
      "rows = [{'n': i / 4, 't': 'a\\n\"%d\", é\\r\\n ' % i} for i in range(20)]\n"
      "rows[3] = {'t': None}\nrows[5]['late'] = 7\nrows[6]['t'] = {'x': [1, 'y']}\n"
      "with open(sys.argv[1], 'w') as f:\n"
      "    for i, row in enumerate(rows): f.write(json.dumps(row, ensure_ascii=i % 2 == 0) + '\\n')\n"
      "rows = [json.loads(line) for line in open(sys.argv[1])]\n"
      "cell = lambda v: '' if v is None else v if isinstance(v, str) else json.dumps(v, separators=(',', ':'))\n"
      "open(sys.argv[2], 'w', newline='').write('\\0'.join(cell(row.get('t')) for row in rows))\n",
      {QString::fromStdString(m_folder->path("t.jsonl").string()),
       QString::fromStdString(m_folder->path("t.expected").string())});
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  const auto imported = import({m_folder->path("t.jsonl")}, {"t"});
  QVERIFY2(imported, sentenceOf(imported).c_str());
  QCOMPARE(namesOf(imported->plan), (std::vector<std::string>{"n", "t", "late"}));
  QCOMPARE(imported->report.samples, std::uint64_t{20});
  QVERIFY(says(imported->plan.notes, "The key t of t.jsonl holds an object or an array in line 7"));
  const auto texts = imported->dataset->readTexts("t", 0, 20);
  QVERIFY2(texts, sentenceOf(texts).c_str());
  std::string joined;
  for (const std::string& text : *texts) joined += (&text == &texts->front() ? "" : std::string(1, '\0')) + text;
  QCOMPARE(joined, TableFolder::read(m_folder->path("t.expected")));
  // `n` is the first feature.
  const auto read = imported->dataset->readValues(*imported->dataset->find("features"), 0, 20);
  QVERIFY(read);
  const std::size_t width = read->size() / 20;
  QCOMPARE((*read)[4 * width], 1.0);
  QVERIFY(std::isnan((*read)[3 * width]));
}

void JsonLinesTest::packedAndOtherEncodingsAreTheSame() {
  const auto plain = m_folder->write("p.jsonl", "{\"a\":1,\"b\":\"\xC3\xA9\"}\n{\"a\":2,\"b\":\"f\"}\n{\"a\":3}\n");
  const QString failure = python(
      "import gzip, sys\ntext = open(sys.argv[1], encoding='utf-8').read()\n"
      "open(sys.argv[2] + '/u.csv', 'wb').write(text.encode('utf-16'))\n"
      "gzip.open(sys.argv[2] + '/p.jsonl.gz', 'wb').write(text.encode())\n"
      "open(sys.argv[2] + '/c.csv', 'w', newline='').write(text.replace('\\n', '\\r\\n'))\n",
      {QString::fromStdString(plain.string()), QString::fromStdString(m_folder->root().string())});
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  for (const char* name : {"p.jsonl", "p.jsonl.gz", "u.csv", "c.csv"}) {
    const auto imported = import({m_folder->path(name)}, {"b"});
    QVERIFY2(imported, (name + sentenceOf(imported)).c_str());
    QCOMPARE(imported->report.samples, std::uint64_t{3});
    QCOMPARE(*imported->dataset->readTexts("b", 0, 3), (std::vector<std::string>{"\xC3\xA9", "f", ""}));
    const auto again = ingest::planFromRecipe(ingest::recipeFrom(imported->plan));
    QVERIFY(again && again->table().dialect.jsonLines);
  }
}

void JsonLinesTest::badLinesAreRejectedWithTheirPlace() {
  const std::string tooLong = "{\"a\":\"" + std::string(3000, 'x') + "\"}";
  const std::string text =
      "{\"a\":1,\"t\":\"x\\ny\\n\"}\n\n[1, \"2\"]\n{\"a\":2,\"t\":\"z\"}\n{\"a\":3,\"a\":4}\n"
      "{\"a\":\"no\",\"t\":\"v\\n\"}\n" +
      tooLong + "\n{\"a\":5,\"t\":\"w\"}\n{\"a\":1e999}\n{\"a\":6";
  TableImport each;
  each.options.sources = {m_folder->write("bad.jsonl", text)};
  each.options.table.kinds = {{"a", table::Kind::integer}};
  each.options.table.text = {"t"};
  each.options.table.longestRecord = 2000;
  each.load.target = m_folder->path("bad.h5");
  const auto report = each.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  QCOMPARE(report->samples, std::uint64_t{3});
  const std::string rejects = TableFolder::read(report->rejectsFile);
  for (const std::string& line :
       {std::string(R"("bad.jsonl",3,)"), std::string(R"("not a JSON object","[1, ""2""]")"),
        std::string(R"("bad.jsonl",5,)"), std::string(R"("a key occurs twice","{""a"":3,""a"":4}")"),
        std::string(R"("bad.jsonl",6,)"), std::string(R"("not a number","no,""v\n""")"),
        std::string(R"("bad.jsonl",7,)"), std::string(R"("record too long","{""a"":""xxx)"),
        std::string(R"("bad.jsonl",9,)"), std::string(R"("JSON number too large","{""a"":1e999}")"),
        std::string(R"("bad.jsonl",10,)")})
    QVERIFY2(rejects.find(line) != std::string::npos, (line + "\n" + rejects).c_str());
  QCOMPARE(std::ranges::count(rejects, '\n'), 7);
}

void JsonLinesTest::anEmptyKeyIsNamedByItsPlace() {
  const auto imported = import({m_folder->write("e.jsonl", "{\"a\":1,\"\":2}\n{\"\":3,\"a\":4}\n")});
  QVERIFY2(imported, sentenceOf(imported).c_str());
  QCOMPARE(namesOf(imported->plan), (std::vector<std::string>{"a", "c2"}));
  QVERIFY(says(imported->plan.notes, "A key of e.jsonl is empty. Its column is called c2, by its place."));
}

void JsonLinesTest::anObjectWithoutValuesIsRejectedAsSuch() {
  TableImport each;
  each.options.sources = {m_folder->write("o.jsonl", "{\"a\":1,\"y\":2}\n{}\n{\"a\":3}\n{\"a\":4,\"y\":5}\n")};
  each.options.labels = {"y"};
  each.load.target = m_folder->path("o.h5");
  const auto report = each.run();
  QVERIFY2(report, sentenceOf(report).c_str());
  const std::string rejects = TableFolder::read(report->rejectsFile);
  for (const char* line : {R"("o.jsonl",2,)", R"("label missing","{}")", R"("label missing","3,")"})
    QVERIFY2(rejects.find(line) != std::string::npos, (line + ("\n" + rejects)).c_str());
}

void JsonLinesTest::objectsWithFaultsAreKnownAsSuch() {
  for (const char* line : {"{\"a\":1}", "{\"a\":1,\"a\":2}", "{\"a\":1e999}"})
    QVERIFY2(ingest::holdsJsonLines(line + std::string("\n{\"a\":3}\n{\"a\":4}\n"), true), line);
  for (const char* line : {"[1]", "{\"a\":", "a,b"})
    QVERIFY2(!ingest::holdsJsonLines(line + std::string("\n{\"a\":3}\n{\"a\":4}\n"), true), line);
}

void JsonLinesTest::aStrictImportNamesTheLine() {
  TableImport each;
  each.options.sources = {m_folder->write("s.jsonl",
                                          "{\"a\":\"x\\n\\n\",\"n\":1}\n{\"a\":\"y\",\"n\":2}\n"
                                          "{\"a\":\"z\",\"a\":1}\n")};
  each.options.table.text = {"a"};
  each.options.onError = ingest::OnError::fail;
  each.load.target = m_folder->path("s.h5");
  const auto report = each.run();
  QVERIFY(!report);
  QCOMPARE(sentenceOf(report), std::string("The JSON object in line 3 of s.jsonl has the key a twice."));
}

void JsonLinesTest::optionsOfTextTablesAreRefused() {
  TableImport each;
  each.options.sources = {m_folder->write("o.jsonl", "{\"a\":1}\n{\"a\":2}\n")};
  each.options.table.quote = '\'';
  QVERIFY2(sentenceOf(each.survey()).find("--quote") != std::string::npos, sentenceOf(each.survey()).c_str());
  each.options.table.quote.reset();
  each.options.table.ragged = ingest::Ragged::pad;
  QVERIFY2(sentenceOf(each.survey()).find("--ragged") != std::string::npos, sentenceOf(each.survey()).c_str());
  each.options.table.ragged = ingest::Ragged::reject;
  each.options.sources = {m_folder->write("none.jsonl", "a,b\n1,2\n")};
  QVERIFY2(sentenceOf(each.survey()).find("none.jsonl is a JSON object") != std::string::npos,
           sentenceOf(each.survey()).c_str());
}

void JsonLinesTest::manySourcesAreMatchedByKey() {
  std::filesystem::create_directories(m_folder->path("many"));
  m_folder->write("many/1.jsonl", "{\"#b\":1,\"a\":10}\n{\"#b\":2,\"a\":20}\n");
  m_folder->write("many/2.ndjson", "{\"a\":30}\n{\"a\":40,\"\":5,\"x\\n,y\":1}\n");
  const auto imported = import({m_folder->path("many")});
  QVERIFY2(imported, sentenceOf(imported).c_str());
  QCOMPARE(imported->report.samples, std::uint64_t{4});
  QCOMPARE(imported->plan.columns.size(), std::size_t{4});
  QCOMPARE(imported->plan.columns.back().name, std::string("x\n,y"));
  QVERIFY(says(imported->plan.notes, "Column #b is not in 1 of 2 files"));
  // Beside CSV files they are as a rule logs and lists.
  m_folder->write("many/3.csv", "z,y\n1,2\n3,4\n");
  const auto beside = import({m_folder->path("many")});
  QVERIFY2(beside, sentenceOf(beside).c_str());
  QCOMPARE(namesOf(beside->plan), (std::vector<std::string>{"z", "y"}));
  // So they are beside recordings, which may have names of HDF5.
  std::filesystem::create_directories(m_folder->path("signals"));
  m_folder->write("signals/log.jsonl", "{\"a\":1}\n");
  TableImport folder;
  folder.options.sources = {m_folder->path("signals")};
  const auto alone = ingest::kindOf(folder.options);
  QVERIFY(alone && *alone == ingest::SourceKind::table);
  m_folder->write("signals/a.h5", "");
  const auto besideHdf5 = ingest::kindOf(folder.options);
  QVERIFY(besideHdf5 && *besideHdf5 == ingest::SourceKind::recordings);
}

/// A copy for a survey ends after a record; the columns are those of all lines.
void JsonLinesTest::aSurveyReadsAPartAndAllKeys() {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "{\"i\":" + std::to_string(i) + "}\n";
  const auto file = m_folder->write("part.jsonl", text + "{\"last\":1}\n");
  const auto part = ingest::openTableText(file, {.encoding = "UTF-8", .jsonLines = true}, 1000);
  QVERIFY2(part, sentenceOf(part).c_str());
  const std::span<const std::byte> bytes = part->file.bytes();
  const std::string_view made(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  QVERIFY(made.starts_with("i,last\n0,\n1,\n"));
  QVERIFY(made.ends_with(",\n") && made.size() >= 1000 && made.size() < 1100);
  QVERIFY(part->share > 0 && part->share < 0.1);
  const auto whole = ingest::openTableText(file, {.encoding = "UTF-8", .jsonLines = true});
  QVERIFY(whole && whole->share == 1);
  QCOMPARE(std::ranges::count(whole->file.bytes(), std::byte{'\n'}), 3002);
  // What was looked at counts in bytes of the source, though its table is far longer.
  const QString failure = python(
      "import gzip, sys\nline = b'{\"n\":1,\"t\":\"' + 1000 * b'x' + b'\"}\\n'\n"
      "gzip.open(sys.argv[1], 'wb').write(6000 * line)\n",
      {QString::fromStdString(m_folder->path("long.jsonl.gz").string())});
  QVERIFY2(failure.isEmpty(), qPrintable(failure));
  TableImport each;
  each.options.sources = {m_folder->path("long.jsonl.gz")};
  const auto plan = each.survey();
  QVERIFY2(plan, sentenceOf(plan).c_str());
  QVERIFY(plan->surveyedBytes > 0 && plan->surveyedBytes < plan->sourceBytes);
  // A header that is longer than a record may be would not be one: quotes around its names count.
  text.clear();
  for (int i = 0; i < 200; ++i) text += "{\"" + std::to_string(i) + ",\":1}\n";
  const auto keys = m_folder->write("keys.jsonl", text);
  const auto refused = ingest::openTableText(keys, {.encoding = "UTF-8", .jsonLines = true, .longestRecord = 1024});
  QVERIFY(sentenceOf(refused).find("--longest-record") != std::string::npos);
}

void JsonLinesTest::linesAreCutInAnyPieces() {
  const std::string text = "\xEF\xBB\xBF" "ab\r\ncd\n\r\rlonger line\nend";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    ingest::LineCutter cutter(8);
    std::string lines;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      const std::string part = text.substr(at, piece);
      cutter.give(part, at + piece >= text.size());
      while (cutter.next()) lines += (cutter.isTooLong() ? "too long" : std::string(cutter.line())) + "|";
    }
    QCOMPARE(lines, std::string("ab|cd|||too long|end|"));
    QCOMPARE(cutter.number(), std::uint64_t{6});
  }
}

MASU_TEST(JsonLinesTest)
#include "json_lines_test.moc"
