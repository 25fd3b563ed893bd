// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/journal/resume_check.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <set>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
using table::DType;
using table::Kind;
using table::Role;

namespace {

/// What the dataset is to be called.
const std::filesystem::path kTarget = "out.h5";

ImportPlan tablePlan() {
  ImportPlan plan;
  plan.sources = {{"a.csv", 100, 0, "00", 0}, {"b.csv", 200, 0, "01", 0}};
  const auto add = [&](const char* name, Role role, Kind kind) {
    ColumnPlan& column = plan.columns.emplace_back();
    column.name = name;
    column.role = role;
    column.kind = kind;
  };
  add("x", Role::feature, Kind::integer);
  add("when", Role::feature, Kind::time);
  add("y", Role::label, Kind::category);
  plan.options.labels = {"y"};
  return plan;
}

ImportPlan recordingsPlan() {
  ImportPlan plan;
  plan.sources = {{"a.csv", 100, 0, "00", 0}, {"b.csv", 200, 0, "01", 0}};
  RecordingsPlan& recordings = plan.content.emplace<RecordingsPlan>();
  recordings.channelNames = {"left"};
  recordings.files.resize(2);
  recordings.files[0].path = "a.csv";
  recordings.files[1].path = "b.csv";
  recordings.files[1].segments = {{0, 10, 0}};
  recordings.files[1].labels = {"walk"};
  return plan;
}

using Change = std::function<void(ImportPlan&)>;

/// What is said where an import of one identity was begun, and another is to resume it; "": it may.
std::string refusal(const std::string& begun, const std::string& wanted) {
  const auto checked = checkInterrupted(store::Interrupted{begun, {}}, kTarget, wanted);
  if (checked) return {};
  const Error& error = checked.error();
  const bool named = error.code == Errc::invalidArgument && error.source.file == kTarget.string();
  return named ? error.message.english() : "not refused as it should be: " + error.message.english();
}

std::string refusal(ImportPlan plan, const Change& change) {
  const std::string begun = identityOf(plan, 0);
  change(plan);
  return refusal(begun, identityOf(plan, 0));
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

struct Option {
  const char* name;
  Change change;
};

const std::vector<Option> kOfAll = {
    {"--target", [](ImportPlan& plan) { plan.options.target = store::Target::values; }},
    {"--dtype", [](ImportPlan& plan) { plan.options.dtype = DType::f64; }},
    {"--dtype", [](ImportPlan& plan) { plan.options.autoType = true; }},
    {"--tolerance", [](ImportPlan& plan) { plan.options.tolerance = 0.5; }},
    {"--past-tolerance", [](ImportPlan& plan) { plan.options.onToleranceExceeded = OnToleranceExceeded::stop; }},
    {"--compression", [](ImportPlan& plan) { plan.options.compression = store::Compression::zstd; }},
    {"--missing", [](ImportPlan& plan) { plan.options.missing = MissingPolicy::zero; }},
    {"--on-error", [](ImportPlan& plan) { plan.options.onError = OnError::fail; }},
    {"--shuffle", [](ImportPlan& plan) { plan.options.shuffle = 7; }},
    {"--label", [](ImportPlan& plan) { plan.options.labels = {"x"}; }},
};

const std::vector<Option> kOfTables = {
    {"--weight", [](ImportPlan& plan) { plan.options.weight = "x"; }},
    {"--class-map", [](ImportPlan& plan) { plan.options.table.classMap = {{"a", "b"}}; }},
    {"--where", [](ImportPlan& plan) { plan.options.table.where = "x > 3"; }},
    {"--ragged", [](ImportPlan& plan) { plan.options.table.ragged = Ragged::pad; }},
    {"--delimiter", [](ImportPlan& plan) { plan.table().dialect.delimiter = ';'; }},
    {"--quote", [](ImportPlan& plan) { plan.table().dialect.quote = '\0'; }},
    {"--escape", [](ImportPlan& plan) { plan.table().dialect.escape = '\\'; }},
    {"--thousands", [](ImportPlan& plan) { plan.table().dialect.thousands = '\''; }},
    {"--decimal", [](ImportPlan& plan) { plan.table().dialect.decimal = ','; }},
    {"--encoding", [](ImportPlan& plan) { plan.table().dialect.encoding = "UTF-16LE"; }},
    {"--header", [](ImportPlan& plan) { plan.table().dialect.header = false; }},
    {"--skip", [](ImportPlan& plan) { plan.table().dialect.preambleLines = 2; }},
    {"--comment", [](ImportPlan& plan) { plan.table().dialect.comment = '#'; }},
    {"--longest-record", [](ImportPlan& plan) { plan.table().dialect.longestRecord *= 2; }},
    {"--na", [](ImportPlan& plan) { plan.table().dialect.missingMarkers.push_back("-"); }},
    {"--date-order", [](ImportPlan& plan) { plan.columns[1].dateOrder = table::DateOrder::yearFirst; }},
    {"--type", [](ImportPlan& plan) { plan.columns[0].kind = Kind::decimal; }},
    {"--type", [](ImportPlan& plan) { plan.columns[0].rounded = true; }},
    {"--type", [](ImportPlan& plan) { plan.columns[0].role = Role::ignored; }},
    // The role of a column follows from its type.
    {"--type", [](ImportPlan& plan) { plan.columns[0].role = Role::category, plan.columns[0].kind = Kind::category; }},
    {"--keep, --text", [](ImportPlan& plan) { plan.columns[0].role = Role::kept; }},
    {"--keep, --text", [](ImportPlan& plan) { plan.columns[0].role = Role::kept, plan.columns[0].kind = Kind::text; }},
    {"--missing", [](ImportPlan& plan) { plan.options.table.columnMissing = {{"x", {MissingPolicy::drop, 0}}}; }},
};

const std::vector<Option> kOfRecordings = {
    {"--window", [](ImportPlan& plan) { plan.options.recordings.window = 9; }},
    {"--window", [](ImportPlan& plan) { plan.options.recordings.windowSeconds = 9; }},
    {"--hop", [](ImportPlan& plan) { plan.options.recordings.hop = 9; }},
    {"--hop", [](ImportPlan& plan) { plan.options.recordings.hopSeconds = 9; }},
    {"--hop", [](ImportPlan& plan) { plan.options.recordings.oneWindow = true; }},
    {"--rest", [](ImportPlan& plan) { plan.options.recordings.rest = Tail::drop; }},
    {"--store", [](ImportPlan& plan) { plan.options.recordings.keep = StoreAs::recordings; }},
    {"--rate", [](ImportPlan& plan) { plan.options.recordings.rate = 100; }},
    {"--channels", [](ImportPlan& plan) { plan.options.recordings.channels = {"left"}; }},
    {"--raw", [](ImportPlan& plan) { plan.options.recordings.raw.emplace(); }},
    {"--label-from", [](ImportPlan& plan) { plan.options.recordings.labelFrom = "folder"; }},
    {"--group-from", [](ImportPlan& plan) { plan.options.recordings.groupFrom = "folder"; }},
    {"--frames", [](ImportPlan& plan) { plan.options.recordings.frames = waveform::FrameAxis::last; }},
    {"--time", [](ImportPlan& plan) { plan.options.recordings.time = "t"; }},
    {"--delimiter", [](ImportPlan& plan) { plan.options.table.delimiter = ';'; }},
    {"--thousands", [](ImportPlan& plan) { plan.options.table.thousands = '.'; }},
    {"--skip", [](ImportPlan& plan) { plan.options.table.skipLines = 2; }},
    {"--na", [](ImportPlan& plan) { plan.options.table.missingMarkers = {{"-"}}; }},
};

}  // namespace

/// Only the same import resumes what was interrupted; the refusal of any other names what differs.
class ResumeCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theSameImportResumes() {
    for (const ImportPlan& plan : {tablePlan(), recordingsPlan()}) {
      QVERIFY(checkInterrupted(std::nullopt, kTarget, identityOf(plan, 0)));
      QCOMPARE(refusal(identityOf(plan, 0), identityOf(plan, 0)), std::string());
      // How the plan was found is no part of it.
      QCOMPARE(refusal(plan, [](ImportPlan& same) { same.notes = {{"a note", {}}}, same.sourceBytes = 1; }),
               std::string());
    }
    QCOMPARE(finishedBefore("nowhere/out.h5", tablePlan(), 0), std::uint64_t{0});
  }

  void anotherOptionIsNamed() {
    const auto verify = [](const ImportPlan& plan, const std::vector<Option>& options) {
      for (const Option& option : options) {
        const std::string sentence = refusal(plan, option.change);
        QVERIFY2(holds(sentence, std::string(" other options: ") + option.name + " was "), sentence.c_str());
      }
    };
    verify(tablePlan(), kOfAll);
    verify(tablePlan(), kOfTables);
    verify(recordingsPlan(), kOfAll);
    verify(recordingsPlan(), kOfRecordings);
    const std::string size = refusal(identityOf(tablePlan(), 0), identityOf(tablePlan(), 1 << 20));
    QVERIFY2(holds(size, "--part-size was - and is 1048576 now"), size.c_str());
    // The files are the same ones, however they are read.
    const std::string kind = refusal(identityOf(tablePlan(), 0), identityOf(recordingsPlan(), 0));
    QVERIFY2(holds(kind, R"(--as was "table" and is "recordings" now)"), kind.c_str());
  }

  void anotherSourceIsNamed() {
    const auto verify = [](const Change& change, const char* part) {
      for (const ImportPlan& plan : {tablePlan(), recordingsPlan()}) {
        const std::string sentence = refusal(plan, change);
        QVERIFY2(holds(sentence, part), sentence.c_str());
      }
    };
    verify([](ImportPlan& plan) { plan.sources.pop_back(); }, "had b.csv among its sources, which is missing now");
    verify([](ImportPlan& plan) { plan.sources[1].bytes = 201; }, "b.csv has changed");
    verify([](ImportPlan& plan) { plan.sources[1].hash = "02"; }, "it had 200 bytes (hash 01) and has 200 (02)");
    verify([](ImportPlan& plan) { plan.sources.push_back({"c.csv", 1, 0, "03", 0}); }, "2 of them, and now 3");
    verify([](ImportPlan& plan) { std::swap(plan.sources[0], plan.sources[1]); }, "or in another order");
    // Records are counted while it runs: they do not make another file of it.
    store::SourceFile counted = tablePlan().sources[0];
    counted.records = 12;
    QVERIFY(isSameSource(counted, tablePlan().sources[0]));
    for (const store::SourceFile& other : {store::SourceFile{"b.csv", 100, 0, "00", 0},
                                           store::SourceFile{"a.csv", 101, 0, "00", 0},
                                           store::SourceFile{"a.csv", 100, 0, "01", 0}})
      QVERIFY(!isSameSource(counted, other));
  }

  /// Of a recording that was written again, size and hash say that nothing has changed.
  void aTimeAloneIsNamed() {
    const QTemporaryDir folder;
    const std::string file = folder.filePath("a.csv").toStdString();
    std::ofstream(file) << "x";
    const auto touch = [&](const std::string& time) {
      return std::system(("touch -d " + time + " '" + file + "'").c_str()) == 0;
    };
    ImportPlan plan = recordingsPlan();
    plan.root = folder.path().toStdString();
    QVERIFY(touch("@1700000000.000000042"));
    const std::string begun = identityOf(plan, 0);
    QVERIFY(touch("@1700000001"));
    const std::string sentence = refusal(begun, identityOf(plan, 0));
    for (const char* part : {"a.csv was written again", "only its modification time", "(100 bytes) is the same"})
      QVERIFY2(holds(sentence, part), sentence.c_str());
    // What the sentence advises is enough.
    const std::size_t at = sentence.find("touch -d ") + 9;
    QVERIFY2(touch(sentence.substr(at, sentence.find(';', at) - at)), sentence.c_str());
    QCOMPARE(refusal(begun, identityOf(plan, 0)), std::string());
    // A size or a hash that has changed is said instead.
    QVERIFY(touch("@1700000001"));
    plan.sources[0].hash = "02";
    const std::string content = refusal(begun, identityOf(plan, 0));
    QVERIFY2(holds(content, "it had 100 bytes (hash 00) and has 100 (02)"), content.c_str());
  }

  /// Whatever was found in a recording is a part of the import: labels may come from files that are no sources.
  void whatRecordingsAreIsCompared() {
    const std::vector<Change> changes = {
        [](ImportPlan& plan) { plan.recordings().files[0].label = "run"; },
        [](ImportPlan& plan) { plan.recordings().files[0].group = "run"; },
        [](ImportPlan& plan) { plan.recordings().files[0].problem = "run"; },
        [](ImportPlan& plan) { plan.recordings().files[0].frames = 1; },
        [](ImportPlan& plan) { plan.recordings().files[0].rate = 1; },
        [](ImportPlan& plan) { plan.recordings().files[1].labels = {"run"}; },
        [](ImportPlan& plan) { plan.recordings().files[1].segments[0].first = 1; },
        [](ImportPlan& plan) { plan.recordings().files[1].segments[0].frames = 1; },
        [](ImportPlan& plan) { plan.recordings().files[1].segments[0].label = SegmentPlan::kOfRecording; },
    };
    std::set<std::string> hashes = {hashOf(recordingsPlan().recordings().files)};
    for (const Change& change : changes) {
      const std::string sentence = refusal(recordingsPlan(), change);
      QVERIFY2(holds(sentence, "Labels or groups of the recordings have changed"), sentence.c_str());
      ImportPlan plan = recordingsPlan();
      change(plan);
      QVERIFY(hashes.insert(hashOf(plan.recordings().files)).second);
    }
    // The same letters, divided otherwise.
    std::vector<RecordingPlan> one(1);
    std::vector<RecordingPlan> other(1);
    one[0].label = "ab", one[0].group = "c";
    other[0].label = "a", other[0].group = "bc";
    QVERIFY(hashOf(one) != hashOf(other));
  }

  /// Names of files are bytes, which JSON need not be able to hold.
  void anyNameOfASourceWillDo() {
    ImportPlan plan = tablePlan();
    plan.sources[0].path = "say \"\xFF\\n\n\".csv";
    QCOMPARE(refusal(identityOf(plan, 0), identityOf(plan, 0)), std::string());
    const std::string sentence = refusal(plan, kOfTables.front().change);
    QVERIFY2(holds(sentence, "--weight was "), sentence.c_str());
  }

  void whatIsNoIdentityIsOfAnotherVersion() {
    const std::string whole = identityOf(tablePlan(), 0);
    std::vector<std::string> others = {"", "null", "[]", "{}", "7", R"({"state_version":8})"};
    for (std::size_t size = 1; size < whole.size(); size += 13) others.push_back(whole.substr(0, size));
    others.push_back(std::string(100'000, '['));
    for (const auto& [from, to] : {std::pair{R"("state_version":)", R"("state_version":1)"},
                                   {R"("bytes":)", R"("size":)"},
                                   {R"("hash":"00")", R"("hash":0)"},
                                   {R"("recipe":{)", R"("recipes":{)"}}) {
      const std::size_t at = whole.find(from);
      QVERIFY2(at != std::string::npos, from);
      others.push_back(std::string(whole).replace(at, std::string_view(from).size(), to));
    }
    for (const std::string& other : others) {
      const std::string sentence = refusal(other, whole);
      QVERIFY2(holds(sentence, "was started by another version of Masu"), (other.substr(0, 80) + sentence).c_str());
    }
  }

  void onlyWhatMaySucceedAnotherTimeIsKept() {
    const std::set<Errc> hopeless = {Errc::invalidArgument, Errc::format,    Errc::damaged, Errc::unsupported,
                                     Errc::noSamples,       Errc::child, Errc::internal};
    for (int code = 0; code <= static_cast<int>(Errc::internal); ++code) {
      const Errc failure = static_cast<Errc>(code);
      QVERIFY2(isResumable(failure) != hopeless.contains(failure), name(failure).data());
    }
  }
};

MASU_TEST(ResumeCheckTest)
#include "resume_check_test.moc"
