// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/table/load/table_assembly.h"

#include <map>
#include <random>

#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;
using table::Role;
using Placement = TableAssembly::Placement;

namespace {

constexpr TableAssembly::Limits kAnyWords{std::uint64_t{1} << 30, false};

void add(ImportPlan& plan, const char* name, Role role, Kind kind) {
  ColumnPlan& column = plan.columns.emplace_back();
  column.name = name;
  column.role = role;
  column.kind = kind;
}

/// A column for each purpose. The survey met one class alone.
ImportPlan widePlan() {
  ImportPlan plan;
  plan.sources = {{"t.csv", 100, 0, "00", 0}};
  add(plan, "number", Role::feature, Kind::decimal);
  add(plan, "word", Role::category, Kind::category);
  add(plan, "class", Role::label, Kind::category);
  add(plan, "note", Role::kept, Kind::text);
  add(plan, "weight", Role::weight, Kind::decimal);
  add(plan, "late", Role::ignored, Kind::empty);
  plan.options.labels = {"class"};
  plan.target = store::Target::classes;
  plan.classes = {"no"};
  return plan;
}

std::vector<std::string> wideLines() {
  std::vector<std::string> lines;
  for (int i = 0; i < 300; ++i) {
    std::string line = i % 40 == 9 ? "oops" : i % 50 == 7 ? "" : std::to_string(i / 2.);
    line += i % 11 == 0 ? "," : ",w" + std::to_string(i * 7 % 13);
    line += i % 5 == 1 ? ",yes" : i % 90 == 88 ? ",maybe" : ",no";
    line += i % 6 == 0 ? "," : ",note " + std::to_string(i);
    lines.push_back(line + "," + std::to_string(i % 3) + (i == 250 ? ",3\n" : ",\n"));
  }
  return lines;
}

ImportPlan featurePlan(DType type = DType::f32) {
  ImportPlan plan;
  plan.sources = {{"t.csv", 100, 0, "00", 0}};
  plan.dtype = type;
  add(plan, "x", Role::feature, Kind::decimal);
  return plan;
}

/// The assembly of one import, and all that it borrows.
struct Load {
  Load(const ImportPlan& of, const std::filesystem::path& target, TableAssembly::Limits limits = kAnyWords)
      : plan(of), layout(layoutFor(plan)) {
    options.target = target;
    options.write.sync = false;
    auto made = store::DatasetWriter::create(target, layout.objects, options.write);
    auto file = RejectsFile::prepare(plan, options);
    auto read = BlockParser::of(plan, layout);
    if (!made || !file || !read) qFatal("%s", sentenceOf(made).c_str());
    writer = std::move(*made);
    rejects.emplace(std::move(*file));
    parser = std::move(*read);
    if (const auto attached = rejects->attach(*writer); !attached) qFatal("%s", sentenceOf(attached).c_str());
    assembly.emplace(plan, layout, *writer, *rejects, limits, std::vector<Message>());
  }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  /// The next block. Lifetime: borrows the text.
  ParsedBlock parsed(const std::string& text) {
    ParsedBlock block;
    block.text.bytes = text;
    block.text.offset = offset;
    block.text.firstLine = line;
    parser->parse(assembly->types(), block);
    offset += text.size();
    line += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    return block;
  }
  Result<Placement> take(const std::string& text) {
    const ParsedBlock block = parsed(text);
    MASU_TRY(Placement placement, assembly->admit(block, {}));
    MASU_TRY(const TableAssembly::Moments moments, assembly->store(block, placement));
    assembly->merge(moments);
    return placement;
  }
  /// All that the dataset and the report would say.
  std::map<std::string, std::string> outcome() {
    const store::DatasetMeta meta = assembly->meta(7);
    std::map<std::string, std::string> all = store::documentsOf(meta);
    ImportReport report;
    assembly->fill(report);
    all["uuid"] = meta.uuid;
    for (const std::uint64_t count : {report.records, report.samples, report.rejected, report.dropped, meta.records,
                                      meta.rejected, meta.sources[0].records})
      all["counts"] += std::to_string(count) + " ";
    for (const RejectCount& reason : report.reasons) all["reasons"] += reason.column + ": " + reason.reason + "\n";
    for (const Message& note : report.notes) all["notes"] += note.english() + "\n";
    return all;
  }

  const ImportPlan& plan;
  TableLayout layout;
  LoadOptions options;
  std::unique_ptr<store::DatasetWriter> writer;
  std::optional<RejectsFile> rejects;
  std::unique_ptr<BlockParser> parser;
  std::optional<TableAssembly> assembly;
  std::uint64_t offset = 0;
  std::uint64_t line = 1;
};

std::string joined(const std::vector<std::string>& lines, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) text += lines[i];
  return text;
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

/// Whatever depends on the order of records is decided where the blocks of a table come together.
class TableAssemblyTest : public QObject {
  Q_OBJECT

  TableFolder m_folder;
  int m_targets = 0;

  std::filesystem::path target() { return m_folder.path(std::to_string(m_targets++) + ".h5"); }

 private Q_SLOTS:
  void anyBlocksGiveTheSame() {
    const ImportPlan plan = widePlan();
    const std::vector<std::string> lines = wideLines();
    Load whole(plan, target());
    const std::string text = joined(lines, 0, lines.size());
    QVERIFY(whole.take(text));
    const auto expected = whole.outcome();
    QVERIFY2(expected.at("counts").starts_with("300 "), expected.at("counts").c_str());
    std::mt19937 random(8);
    for (int round = 0; round < 8; ++round) {
      Load load(plan, target());
      std::uint64_t samples = 0;
      for (std::size_t from = 0; from < lines.size();) {
        const std::size_t to = std::min<std::size_t>(from + 1 + random() % (round < 2 ? 5 : 120), lines.size());
        const auto placement = load.take(joined(lines, from, to));
        QVERIFY2(placement, sentenceOf(placement).c_str());
        QCOMPARE(placement->firstRecord, std::uint64_t{from});
        QCOMPARE(placement->firstSample, samples);
        samples = load.assembly->samples();
        from = to;
      }
      QVERIFY(load.outcome() == expected);
    }
  }

  /// Numbers of words are those of their first records, whatever block these are in.
  void wordsAreNumberedInTheOrderOfRecords() {
    const ImportPlan plan = widePlan();
    const std::vector<std::string> lines = wideLines();
    Load load(plan, target());
    std::map<std::string, std::uint32_t> known;
    for (std::size_t from = 0; from < lines.size(); from += 17) {
      const std::string text = joined(lines, from, std::min(from + 17, lines.size()));
      const ParsedBlock block = load.parsed(text);
      const auto placement = load.assembly->admit(block, {});
      QVERIFY2(placement, sentenceOf(placement).c_str());
      const WordsTile& tile = block.words.front();
      QCOMPARE(placement->codes[0][0].size(), tile.words[0].size());
      for (std::size_t i = 0; i < tile.words[0].size(); ++i) {
        // Code 0 is missing.
        const auto next = static_cast<std::uint32_t>(known.size() + 1);
        QCOMPARE(placement->codes[0][0][i], known.try_emplace(tile.words[0][i], next).first->second);
      }
    }
    QCOMPARE(known.size(), std::size_t{13});
    // Classes that the plan has come first.
    QCOMPARE(load.assembly->meta(0).classes, (std::vector<std::string>{"no", "yes", "maybe"}));
  }

  void codesBecomeWiderWithTheWords() {
    ImportPlan plan;
    plan.sources = {{"t.csv", 100, 0, "00", 0}};
    add(plan, "word", Role::category, Kind::category);
    Load load(plan, target());
    std::string text;
    for (int i = 0; i < 255; ++i) text += "w" + std::to_string(i) + "\n";
    const auto few = load.take(text);
    QVERIFY(few && few->codeTypes == std::vector<DType>{DType::u8});
    const std::string more = "one more\n";
    const auto many = load.take(more);
    QVERIFY(many && many->codeTypes == std::vector<DType>{DType::u16});
    QCOMPARE(many->codes[0][0].front(), std::uint32_t{256});
  }

  void wordsTakeNoMoreMemoryThanTheyMay() {
    const ImportPlan plan = widePlan();
    Load load(plan, target(), {64, false});
    const std::string text = joined(wideLines(), 0, 20);
    const auto refused = load.take(text);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::outOfMemory);
    QVERIFY2(holds(sentenceOf(refused), "column word has "), sentenceOf(refused).c_str());
  }

  void whatItCameToIsKeptAndResumed() {
    const ImportPlan plan = widePlan();
    const std::vector<std::string> lines = wideLines();
    Load whole(plan, target());
    std::vector<std::byte> state;
    for (const auto& [from, to] : {std::pair{0, 130}, {130, 300}}) {
      const std::string text = joined(lines, static_cast<std::size_t>(from), static_cast<std::size_t>(to));
      QVERIFY(whole.take(text));
      if (from > 0) continue;
      ByteWriter saved;
      whole.assembly->save(saved);
      state = saved.take();
    }
    Load resumed(plan, target());
    ByteReader reader(state);
    QVERIFY(resumed.assembly->restore(reader));
    ByteWriter again;
    resumed.assembly->save(again);
    QVERIFY(again.bytes() == state);
    resumed.line = 131;
    const std::string rest = joined(lines, 130, 300);
    QVERIFY(resumed.take(rest));
    QVERIFY(resumed.outcome() == whole.outcome());
    // Cut short, longer than it is, or of another plan.
    std::vector<std::vector<std::byte>> damaged;
    for (std::size_t size = 0; size < state.size(); size += 1 + state.size() / 12)
      damaged.emplace_back(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(size));
    damaged.push_back(state);
    damaged.back().push_back(std::byte{0});
    for (const std::vector<std::byte>& bytes : damaged) {
      Load other(plan, target());
      ByteReader cut(bytes);
      const auto restored = other.assembly->restore(cut);
      QVERIFY(!restored);
      QCOMPARE(restored.error().code, Errc::damaged);
    }
    const ImportPlan otherPlan = featurePlan();
    Load other(otherPlan, target());
    ByteReader foreign(state);
    QVERIFY(!other.assembly->restore(foreign));
  }

  /// What was rounded to the narrower type would be another number than the same one after it.
  void roundedValuesAreReadAgainForAWiderType_data() {
    QTest::addColumn<QStringList>("blocks");
    QTest::addColumn<bool>("again");
    QTest::newRow("exact in a block before") << QStringList{"0.5\n2\n", "1e39\n0.1\n"} << false;
    QTest::newRow("rounded in a block before") << QStringList{"0.5\n0.1\n", "1e39\n"} << true;
    QTest::newRow("rounded before in the block") << QStringList{"0.5\n0.1\n1e39\n"} << true;
    QTest::newRow("rounded after in the block") << QStringList{"1e39\n0.1\n"} << false;
    QTest::newRow("at once") << QStringList{"1e39\n"} << false;
    QTest::newRow("missing and infinite ones before") << QStringList{"NA\ninf\n", "1e39\n"} << false;
  }

  void roundedValuesAreReadAgainForAWiderType() {
    QFETCH(QStringList, blocks);
    QFETCH(bool, again);
    const ImportPlan plan = featurePlan();
    Load load(plan, target());
    QVERIFY(load.assembly->types() == std::vector<DType>{DType::f32});
    const std::string early = "1\n";
    const ParsedBlock before = load.parsed(early);
    QVERIFY(load.assembly->fits(before));
    for (const QString& each : blocks) {
      const std::string text = each.toStdString();
      const auto taken = load.take(text);
      QCOMPARE(taken.has_value(), !(again && &each == &blocks.back()));
    }
    QCOMPARE(load.assembly->again().has_value(), again);
    if (again) {
      QVERIFY(load.assembly->again()->types == std::vector<DType>{DType::f64});
      QVERIFY(holds(load.assembly->again()->notes.back().english(), "the sources were read again from the start"));
    } else {
      QVERIFY(load.assembly->types() == std::vector<DType>{DType::f64});
      QVERIFY(!load.assembly->fits(before));
      QVERIFY(holds(load.outcome().at("notes"), "A value of column x that f32 does not keep made features wider"));
    }
  }

  void whereNothingMayBecomeWiderThatIsSaid() {
    const std::string text = "1\n1e39\n";
    ImportPlan plan = featurePlan();
    plan.options.onToleranceExceeded = OnToleranceExceeded::stop;
    Load stopped(plan, target());
    const auto beyondPlan = stopped.take(text);
    QVERIFY(!beyondPlan && !stopped.assembly->again());
    QVERIFY2(holds(sentenceOf(beyondPlan), "Column x of t.csv holds 1e+39, which f32 does not hold"),
             sentenceOf(beyondPlan).c_str());
    // Appended to a dataset, whose types stay.
    const auto appended = [&](const ImportPlan& to, const std::string& values) {
      Load load(to, target(), {kAnyWords.mostWordBytes, true});
      const auto refused = load.take(values);
      return std::pair{load.assembly->again().has_value(), sentenceOf(refused)};
    };
    const auto [again, floats] = appended(featurePlan(), text);
    QVERIFY2(!again && holds(floats, "but the dataset stores it as f32, which does not keep that"), floats.c_str());
    QVERIFY2(holds(floats, "masu convert --dtype f64"), floats.c_str());
    const std::string wholes = appended(featurePlan(DType::i8), "1\n1000\n").second;
    QVERIFY2(holds(wholes, "holds 1000, but the dataset stores it as i8, whole numbers from -"), wholes.c_str());
    ImportPlan steps = featurePlan(DType::i8);
    steps.columns[0].steps = downcast::Affine{0.5F, 10};
    const std::string codes = appended(steps, "10.5\n1000\n").second;
    QVERIFY2(holds(codes, "but the dataset stores it as i8 in steps from -53.5 to 73.5"), codes.c_str());
  }

  void valuesOfAColumnThatSeemedEmptyAreNotLost() {
    const ImportPlan plan = widePlan();
    Load load(plan, target());
    const std::vector<std::string> lines = wideLines();
    QVERIFY(load.take(joined(lines, 0, 250)));
    QVERIFY(load.assembly->checkLate());
    QVERIFY(load.take(joined(lines, 250, 300)));
    const auto late = load.assembly->checkLate();
    QVERIFY(!late);
    QVERIFY2(holds(sentenceOf(late), "no value in late, but there are 1, the first in record 251 of t.csv"),
             sentenceOf(late).c_str());
    QVERIFY2(holds(sentenceOf(late), "--type late=number"), sentenceOf(late).c_str());
  }

  void zerosBeforeLateWholeNumbersAreNotLost_data() {
    QTest::addColumn<Role>("role");
    QTest::addColumn<QStringList>("advice");
    QTest::newRow("kept") << Role::kept << QStringList{"Column zip holds", "--text zip", "--type zip=number"};
    QTest::newRow("label") << Role::label << QStringList{"The label zip holds", "--type zip=category"};
  }

  void zerosBeforeLateWholeNumbersAreNotLost() {
    QFETCH(Role, role);
    QFETCH(QStringList, advice);
    ImportPlan plan;
    plan.sources = {{"t.csv", 100, 0, "00", 0}};
    add(plan, "x", Role::feature, Kind::decimal);
    add(plan, "zip", role, Kind::integer);
    plan.target = role == Role::label ? store::Target::classes : store::Target::none;
    plan.classes = {"501", "0", "-7", "502"};
    const std::string early = "007,501\n0.5,0\n-01,-7\n";
    const std::string late = "2,502\n3,\"00501\"\n4,-07\n";
    Load guessed(plan, target());
    QVERIFY(guessed.take(early));
    const auto refused = guessed.take(late);
    QVERIFY(!refused);
    for (const QString& part : advice) QVERIFY2(holds(sentenceOf(refused), part.toStdString()), qPrintable(part));
    QVERIFY2(holds(sentenceOf(refused), "00501 (t.csv, line 5)"), sentenceOf(refused).c_str());
    QCOMPARE(refused.error().source.line, std::uint64_t{5});
    QCOMPARE(refused.error().source.column, std::uint64_t{3});
    // A recipe or dataset decides: they are counted, also where the import was resumed.
    plan.columns[1].forms.bound = true;
    Load unmet(plan, target());
    QVERIFY(unmet.take(early));
    QVERIFY(!unmet.outcome().contains("notes"));
    Load bound(plan, target());
    QVERIFY(bound.take(early));
    QVERIFY(bound.take(late));
    ByteWriter state;
    bound.assembly->save(state);
    const std::string note = bound.outcome().at("notes");
    QVERIFY2(holds(note, "zip") && holds(note, ": 2, the first in line 5 of t.csv."), note.c_str());
    Load resumed(plan, target());
    ByteReader reader(state.bytes());
    QVERIFY(resumed.assembly->restore(reader));
    QCOMPARE(resumed.outcome().at("notes"), note);
    // So does whoever says that it is a number.
    plan.columns[1].rounded = true;
    Load said(plan, target());
    QVERIFY(said.take(late));
    QVERIFY(!said.outcome().contains("notes"));
  }

  void aClassThatIsRenamedMayHaveZeros() {
    ImportPlan plan;
    plan.sources = {{"t.csv", 100, 0, "00", 0}};
    add(plan, "zip", Role::label, Kind::integer);
    plan.target = store::Target::classes;
    plan.options.table.classMap = {{"00501", "Holtsville"}};
    Load load(plan, target());
    const std::string renamed = "501\n00501\n";
    QVERIFY(load.take(renamed));
    const std::string other = "00502\n";
    QVERIFY(!load.take(other));
  }

  /// A date that shows another order than the column is read in speaks against all others of it.
  void lateDatesInAnotherOrderAreNamed() {
    ImportPlan plan = featurePlan(DType::f64);
    plan.columns[0].kind = Kind::time;
    const std::string early = "03/04/2024\n04/13/2024\n";
    const std::string late = "05/05/2024\n13/06/2024\n14/06/2024\nsoon\n";
    Load guessed(plan, target());
    QVERIFY(guessed.take(early));
    const auto refused = guessed.take(late);
    QVERIFY(!refused);
    const std::string sentence = sentenceOf(refused);
    QVERIFY2(holds(sentence, "Column x holds 13/06/2024 (t.csv, line 4)"), sentence.c_str());
    QVERIFY2(holds(sentence, "--date-order dmy"), sentence.c_str());
    ImportPlan said = plan;
    said.options.table.dateOrder = table::DateOrder::monthFirst;
    ImportPlan shown = plan;
    shown.columns[0].dateOrderShown = true;
    ImportPlan bound = plan;
    bound.columns[0].forms.bound = true;
    ImportPlan mended = said;
    mended.options.onError = OnError::missing;
    for (const ImportPlan& decided : {said, shown, bound, mended}) {
      Load load(decided, target());
      QVERIFY(load.take(early));
      QVERIFY(load.take(late));
      const std::string note = load.outcome().at("notes");
      QVERIFY2(holds(note, "alone, while the column is read in the order mdy: 2, the first in line 4 of t.csv."),
               note.c_str());
      QVERIFY2(holds(note, "--date-order dmy"), note.c_str());
    }
    said.columns[0].dateOrder = table::DateOrder::dayFirst;
    Load other(said, target());
    QVERIFY(other.take(late));
    QVERIFY(!other.outcome().contains("notes"));
  }

  /// Nobody waits for a block that will never be merged.
  void settlesWhenAllIsMergedOrItIsStopped() {
    const ImportPlan plan = featurePlan();
    Load load(plan, target());
    QVERIFY(load.assembly->settle({}));
    const std::string text = "1\n2\n";
    const ParsedBlock block = load.parsed(text);
    const auto placement = load.assembly->admit(block, {});
    QVERIFY(placement);
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(load.assembly->settle(stop.get_token()).error().code, Errc::cancelled);
    const auto moments = load.assembly->store(block, *placement);
    QVERIFY(moments);
    load.assembly->merge(*moments);
    QVERIFY(load.assembly->settle(stop.get_token()));
  }
};

MASU_TEST(TableAssemblyTest)
#include "table_assembly_test.moc"
