// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <functional>
#include <limits>

#include "core/ingest/plan/import_plan.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;
using table::Role;

namespace {

ImportPlan tablePlan() {
  ImportPlan plan;
  plan.options.as = SourceKind::table;
  plan.options.target = store::Target::classes;
  plan.options.dtype = DType::i16;
  plan.options.tolerance = 0.25;
  plan.options.onToleranceExceeded = OnToleranceExceeded::stop;
  plan.options.missing = MissingPolicy::constant;
  plan.options.missingConstant = -1.5;
  plan.options.shuffle = std::numeric_limits<std::uint64_t>::max();
  plan.options.labels = {"y"};
  plan.options.weight = "w";
  plan.options.table.classMap = {{"a", "b"}, {"", "\"\\\n"}};
  plan.options.table.where = "x > 3";
  plan.options.table.columnMissing = {{"when", {MissingPolicy::drop, 0}}};
  csv::Dialect& dialect = plan.table().dialect;
  dialect.delimiter = '\t';
  dialect.quote = '\0';
  dialect.escape = '\\';
  dialect.decimal = ',';
  dialect.thousands = '.';
  dialect.encoding = "windows-1252";
  dialect.header = false;
  dialect.preambleLines = 7;
  dialect.declared = true;
  dialect.comment = '#';
  dialect.longestRecord = csv::kLeastLongestRecord;
  dialect.missingMarkers = {"", "-"};
  plan.target = store::Target::classes;
  plan.classes = {"no", "yes"};
  plan.dtype = DType::i16;
  const auto add = [&](const char* name, Role role, Kind kind) -> ColumnPlan& {
    ColumnPlan& column = plan.columns.emplace_back();
    column.name = name;
    column.role = role;
    column.kind = kind;
    return column;
  };
  ColumnPlan& x = add("x", Role::feature, Kind::decimal);
  x.steps = downcast::Affine{0.125F, -3};
  x.rounded = true;
  ColumnPlan& when = add("when", Role::feature, Kind::time);
  when.dateOrder = table::DateOrder::yearFirst;
  when.origin = 1577836800.5;
  add("y", Role::label, Kind::category);
  add("note", Role::kept, Kind::text);
  add("kept", Role::kept, Kind::integer);
  add("w", Role::weight, Kind::decimal);
  return plan;
}

ImportPlan recordingsPlan() {
  ImportPlan plan;
  plan.options.as = SourceKind::recordings;
  plan.content.emplace<RecordingsPlan>();
  RecordingOptions& options = plan.options.recordings;
  options.window = 1024;
  options.hop = 512;
  options.windowSeconds = 0.5;
  options.hopSeconds = 0.25;
  options.oneWindow = true;
  options.rest = Tail::drop;
  options.keep = StoreAs::recordings;
  options.rate = 12000;
  options.channels = {"a", "b"};
  options.raw = waveform::RawLayout{DType::i16, true, 2, 44};
  options.frames = waveform::FrameAxis::last;
  options.time = "clock";
  options.labelFrom = "name:(.*)_";
  options.groupFrom = "folder";
  plan.options.table.delimiter = ';';
  plan.options.table.quote = '\0';
  plan.options.table.encoding = "UTF-16LE";
  plan.options.table.skipLines = 3;
  plan.options.table.longestRecord = csv::kMostLongestRecord;
  plan.options.table.missingMarkers = {"x"};
  RecordingsPlan& recordings = plan.recordings();
  recordings.channelNames = {"a", "b"};
  recordings.window = 1024;
  recordings.hop = 512;
  recordings.rate = 12000;
  recordings.scale = SampleScale{DType::i16, 32768};
  recordings.unpacked = true;
  return plan;
}

/// What a recipe that says this of the scale knows.
std::optional<SampleScale> scaleIn(const SampleScale& scale) {
  ImportPlan plan = recordingsPlan();
  plan.recordings().scale = scale;
  const auto back = planFromRecipe(recipeFrom(plan));
  return back ? back->recordings().scale : std::nullopt;
}

std::string sentence(const Result<ImportPlan>& plan) {
  return plan ? "no failure" : plan.error().message.english();
}

/// The text with its only `from` as `to`; empty where there is not exactly one.
std::string changed(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos || text.find(from, at + 1) != std::string::npos) return {};
  return text.replace(at, from.size(), to);
}

/// Whether a change of the plan is one of its recipe, and comes back from there.
bool survives(ImportPlan plan, const std::function<void(ImportPlan&)>& change) {
  const std::string before = recipeFrom(plan);
  change(plan);
  const std::string recipe = recipeFrom(plan);
  const auto back = planFromRecipe(recipe);
  return recipe != before && back && recipeFrom(*back) == recipe;
}

}  // namespace

/// A recipe is the plan, and nothing but the plan: what it says is obeyed to the letter or refused.
class RecipeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPlanComesBackWhole();
  void theKindOfTimesComesBack();
  void theScaleOfSoundComesBack();
  void everyWordComesBack();
  void everyPieceOfAJsonIsRefusedWithItsPlace();
  void fieldsThatNobodyKnowsAreRefused();
  void numbersAreTakenAsTheyAre_data();
  void numbersAreTakenAsTheyAre();
  void whatIsNoRecipeIsRefused();
  void twoColumnsOfOneNameAreRefused();
};

void RecipeTest::aPlanComesBackWhole() {
  for (const ImportPlan& plan : {ImportPlan{}, tablePlan(), recordingsPlan()}) {
    const std::string recipe = recipeFrom(plan);
    const auto back = planFromRecipe(recipe);
    QVERIFY2(back, sentence(back).c_str());
    QCOMPARE(recipeFrom(*back), recipe);
  }
  // Against the plan itself: what a recipe forgets would be forgotten both times.
  const ImportPlan loaded = planFromRecipe(recipeFrom(tablePlan())).value();
  QCOMPARE(loaded.options.as, SourceKind::table);
  QCOMPARE(loaded.options.shuffle, std::optional(std::numeric_limits<std::uint64_t>::max()));
  QCOMPARE(loaded.options.tolerance, std::optional(0.25));
  QCOMPARE(loaded.options.missingConstant, -1.5);
  QCOMPARE(loaded.options.table.classMap, tablePlan().options.table.classMap);
  QCOMPARE(loaded.options.table.where, std::string("x > 3"));
  QVERIFY(loaded.columns[0].rounded && !loaded.columns[1].rounded);
  QVERIFY(loaded.options.missingOf("when") == (MissingRule{MissingPolicy::drop, 0}));
  QVERIFY(loaded.options.missingOf("x") == (MissingRule{MissingPolicy::constant, -1.5}));
  QCOMPARE(loaded.options.table.text, std::vector<std::string>{"note"});
  QCOMPARE(loaded.options.table.keep, std::vector<std::string>{"kept"});
  QCOMPARE(loaded.table().dialect.quote, '\0');
  QCOMPARE(loaded.table().dialect.delimiter, '\t');
  QVERIFY(loaded.table().dialect.declared == true);
  QCOMPARE(loaded.table().dialect.thousands, '.');
  QCOMPARE(loaded.table().dialect.missingMarkers, (std::vector<std::string>{"", "-"}));
  QVERIFY(loaded.columns[0].steps == (downcast::Affine{0.125F, -3}));
  QCOMPARE(loaded.columns[1].origin, 1577836800.5);
  QCOMPARE(loaded.columns[1].dateOrder, table::DateOrder::yearFirst);
  QVERIFY(!loaded.columns[1].forms.orderless);
  QVERIFY(loaded.columns[1].forms.times == table::TimeKind::dated);
  QCOMPARE(loaded.columns.size(), tablePlan().columns.size());
  const ImportPlan recordings = planFromRecipe(recipeFrom(recordingsPlan())).value();
  QVERIFY(recordings.ofRecordings());
  QCOMPARE(recordings.options.recordings.raw->header, std::uint64_t{44});
  QVERIFY(recordings.options.recordings.raw->bigEndian);
  QCOMPARE(recordings.options.recordings.hop, std::optional<std::uint64_t>(512));
  QCOMPARE(recordings.options.recordings.time, std::optional<std::string>("clock"));
  QCOMPARE(recordings.options.table.quote, std::optional('\0'));
  QVERIFY(!recordings.options.table.escape);
  QVERIFY(recordings.recordings().scale == recordingsPlan().recordings().scale);
  QCOMPARE(recordings.recordings().unpacked, std::optional(true));
}

/// Recipes of before say nothing of it: what times count from shows it, but near the beginning of 1970.
void RecipeTest::theKindOfTimesComesBack() {
  using table::TimeKind;
  const auto kindIn = [](TimeKind kind, double origin) {
    ImportPlan plan = tablePlan();
    plan.columns[1].forms.times = kind;
    plan.columns[1].origin = origin;
    return planFromRecipe(recipeFrom(plan)).value().columns[1].forms.times;
  };
  for (const TimeKind kind : {TimeKind::any, TimeKind::dated, TimeKind::ofDay}) QVERIFY(kindIn(kind, 45000) == kind);
  for (const TimeKind kind : {TimeKind::dated, TimeKind::ofDay}) QVERIFY(kindIn(kind, 1e9) == kind);
  QVERIFY(kindIn(TimeKind::any, 1e9) == TimeKind::dated);
  QVERIFY(kindIn(TimeKind::any, -1e9) == TimeKind::dated);
}

/// Recipes of before say nothing of sound: a full scale other than 1 is one of sound.
void RecipeTest::theScaleOfSoundComesBack() {
  for (const SampleScale& scale : {SampleScale{DType::i16, 32768, true}, SampleScale{DType::f32, 1, true},
                                   SampleScale{DType::f32, 1, false}, SampleScale{DType::i16, 1, false}}) {
    const auto back = scaleIn(scale);
    QVERIFY(back);
    QVERIFY(*back == scale);
    QCOMPARE(back->sound, scale.sound);
  }
  QVERIFY(!scaleIn({DType::i16, 0, true}));
}

void RecipeTest::everyWordComesBack() {
  for (const auto missing : {MissingPolicy::nan, MissingPolicy::zero, MissingPolicy::mean, MissingPolicy::drop})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.options.missing = missing; }));
  for (const auto compression : {store::Compression::gzip, store::Compression::lz4, store::Compression::zstd})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.options.compression = compression; }));
  for (const auto target : {store::Target::none, store::Target::values}) {
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.options.target = target; }));
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.target = target; }));
  }
  for (const DType type :
       {DType::f64, DType::f32, DType::f16, DType::i32, DType::u32, DType::u16, DType::i8, DType::u8}) {
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.options.dtype = type; }));
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.dtype = type; }));
    QVERIFY(survives(recordingsPlan(), [&](ImportPlan& plan) { plan.recordings().scale->type = type; }));
  }
  for (const Role role : {Role::category, Role::label, Role::weight, Role::group, Role::kept, Role::ignored})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.columns[0].role = role; }));
  for (const Kind kind : {Kind::integer, Kind::boolean, Kind::time, Kind::category, Kind::text, Kind::empty})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.columns[0].kind = kind; }));
  for (const std::size_t column : {2U, 4U})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.columns[column].rounded = true; }));
  for (const auto order : {table::DateOrder::dayFirst, table::DateOrder::monthFirst})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.columns[1].dateOrder = order; }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.columns[1].forms.orderless = true; }));
  for (const auto frames : {waveform::FrameAxis::longer, waveform::FrameAxis::first})
    QVERIFY(survives(recordingsPlan(), [&](ImportPlan& plan) { plan.options.recordings.frames = frames; }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.options.onError = OnError::fail; }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.options.onError = OnError::missing; }));
  for (const Ragged ragged : {Ragged::pad, Ragged::truncate, Ragged::both})
    QVERIFY(survives(tablePlan(), [&](ImportPlan& plan) { plan.options.table.ragged = ragged; }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.options.autoType = true; }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.options.tolerance.reset(); }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.options.shuffle.reset(); }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.table().dialect.aligned = true; }));
  QVERIFY(survives(tablePlan(), [](ImportPlan& plan) { plan.table().dialect.jsonLines = true; }));
  for (const auto& time : {std::optional<std::string>(), std::optional<std::string>("")})
    QVERIFY(survives(recordingsPlan(), [&](ImportPlan& plan) { plan.options.recordings.time = time; }));
  QVERIFY(survives(recordingsPlan(), [](ImportPlan& plan) { plan.options.recordings.rest = Tail::pad; }));
  QVERIFY(survives(recordingsPlan(), [](ImportPlan& plan) { plan.options.recordings.keep = StoreAs::windows; }));
  QVERIFY(survives(recordingsPlan(), [](ImportPlan& plan) { plan.recordings().unpacked.reset(); }));
  QVERIFY(survives(recordingsPlan(), [](ImportPlan& plan) { plan.options.recordings.raw.reset(); }));
}

void RecipeTest::everyPieceOfAJsonIsRefusedWithItsPlace() {
  for (const ImportPlan& plan : {tablePlan(), recordingsPlan()}) {
    const std::string recipe = recipeFrom(plan);
    const std::size_t whole = recipe.find_last_of('}') + 1;
    for (std::size_t length = 0; length < whole; ++length) {
      const auto cut = planFromRecipe(std::string_view(recipe).substr(0, length));
      QVERIFY(!cut);
      QCOMPARE(cut.error().code, Errc::format);
      QVERIFY2(sentence(cut).find("not JSON from line") != std::string::npos, sentence(cut).c_str());
    }
    QVERIFY(planFromRecipe(std::string_view(recipe).substr(0, whole)));
  }
}

void RecipeTest::fieldsThatNobodyKnowsAreRefused() {
  for (const ImportPlan& plan : {tablePlan(), recordingsPlan()}) {
    const std::string recipe = recipeFrom(plan);
    std::size_t objects = 0;
    for (std::size_t at = recipe.find('{'); at != std::string::npos; at = recipe.find('{', at + 1), ++objects) {
      std::string more = recipe;
      more.insert(at + 1, R"("unheard_of": 1, )");
      const auto refused = planFromRecipe(more);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::format);
      QVERIFY2(sentence(refused).find("unheard_of") != std::string::npos, sentence(refused).c_str());
    }
    QVERIFY(objects >= 4);
  }
}

void RecipeTest::numbersAreTakenAsTheyAre_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<bool>("taken");
  const auto row = [](const char* field, const char* from, const char* to, bool taken) {
    const std::string begin = "\"" + std::string(field) + "\": ";
    QTest::newRow((std::string(field) + ' ' + to).c_str())
        << QString::fromStdString(begin + from) << QString::fromStdString(begin + to) << taken;
  };
  row("preamble_lines", "7", "0", true);
  row("preamble_lines", "7", "18446744073709551615", true);
  for (const char* text : {"18446744073709551616", "-1", "7.5", "7.0", "true", "\"7\"", "null", "[7]"})
    row("preamble_lines", "7", text, false);
  row("longest_record", "1024", "1073741824", true);
  row("longest_record", "1024", "1023", false);
  row("longest_record", "1024", "1073741825", false);
  row("tolerance", "0.25", "0", true);
  row("tolerance", "0.25", "null", true);
  row("tolerance", "0.25", "-1e-300", false);
  row("tolerance", "0.25", "\"0.25\"", false);
  row("scale", "0.125", "1e-37", true);
  for (const char* text : {"0", "-0.125", "1e-46", "1e39", "null"}) row("scale", "0.125", text, false);
  row("auto_type", "false", "true", true);
  for (const char* text : {"0", "\"false\"", "null"}) row("auto_type", "false", text, false);
  row("delimiter", "\"\\t\"", "\";\"", true);
  row("delimiter", "\"\\t\"", "null", true);  // none
  for (const char* text : {"\"\"", "\"\\t\\t\"", "9", "\"é\""}) row("delimiter", "\"\\t\"", text, false);
  row("dtype", "\"i16\"", "null", true);
  for (const char* text : {"\"i64\"", "\"I16\"", "\"\"", "16"}) row("dtype", "\"i16\"", text, false);
}

void RecipeTest::numbersAreTakenAsTheyAre() {
  QFETCH(const QString, from);
  QFETCH(const QString, to);
  QFETCH(const bool, taken);
  const std::string recipe = changed(recipeFrom(tablePlan()), from.toStdString(), to.toStdString());
  QVERIFY(!recipe.empty());
  const auto plan = planFromRecipe(recipe);
  QVERIFY2(plan.has_value() == taken, sentence(plan).c_str());
  if (taken) {
    // As it is written, so it is written again, but for how a number is spelled.
    QCOMPARE(recipeFrom(*planFromRecipe(recipeFrom(*plan))), recipeFrom(*plan));
    if (from.contains("lines")) QVERIFY(recipeFrom(*plan).find(to.toStdString()) != std::string::npos);
  } else {
    QCOMPARE(plan.error().code, Errc::format);
    const std::string field = from.section('"', 1, 1).toStdString();
    QVERIFY2(sentence(plan).find(field) != std::string::npos, sentence(plan).c_str());
  }
}

void RecipeTest::whatIsNoRecipeIsRefused() {
  for (const char* text : {"[]", "1", "null", "{}", R"({"masu_recipe": "1"})", R"({"masu_recipe": -1})"}) {
    const auto none = planFromRecipe(text);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Errc::format);
    QVERIFY2(sentence(none).find("not a recipe") != std::string::npos, sentence(none).c_str());
  }
  const std::string recipe = recipeFrom(tablePlan());
  const auto later = planFromRecipe(changed(recipe, R"("masu_recipe": 1)", R"("masu_recipe": 2)"));
  QVERIFY(!later);
  QCOMPARE(later.error().code, Errc::unsupported);
  QVERIFY(!planFromRecipe(changed(recipe, R"("kind": "table")", R"("kind": "images")")));
  // A table has no recordings, and recordings no table.
  const auto other = planFromRecipe(changed(recipe, R"("kind": "table")", R"("kind": "recordings")"));
  QVERIFY(!other);
  QVERIFY2(sentence(other).find("recordings") != std::string::npos, sentence(other).c_str());
}

void RecipeTest::twoColumnsOfOneNameAreRefused() {
  ImportPlan plan = tablePlan();
  plan.columns.push_back(plan.columns.front());
  const auto refused = planFromRecipe(recipeFrom(plan));
  QVERIFY(!refused);
  QCOMPARE(refused.error().code, Errc::format);
  plan.columns.back().name = "another";
  QVERIFY(planFromRecipe(recipeFrom(plan)));
}

MASU_TEST(RecipeTest)
#include "recipe_test.moc"
