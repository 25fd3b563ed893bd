// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that are edited, listed, compared, taken back and written again. What everything else reads is the judge, and
// h5py by the lines of FORMAT.md.
#include "core/tasks/labels/label_task.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "core/io/file.h"
#include "core/store/format/layout.h"
#include "core/store/read/content_hash.h"
#include "core/tasks/data/append_task.h"
#include "core/tasks/data/convert_task.h"
#include "core/tasks/labels/label_history.h"
#include "core/tasks/split/split_task.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::tasks;
namespace fs = std::filesystem;

#define REQUIRE_OK(expression)                                                               \
  do {                                                                                       \
    const auto& outcome = (expression);                                                      \
    QVERIFY2(outcome.has_value(), outcome ? "" : outcome.error().message.english().c_str()); \
  } while (false)

#define REQUIRE_ERROR(expression, errorCode, part)                                                \
  do {                                                                                            \
    const auto& outcome = (expression);                                                           \
    QVERIFY(!outcome.has_value());                                                                \
    QCOMPARE(outcome.error().code, errorCode);                                                    \
    QVERIFY2(outcome.error().message.english().find(part) != std::string::npos,                   \
             outcome.error().message.english().c_str());                                          \
  } while (false)

namespace {

constexpr std::uint64_t kSamples = 3000;

/// The class of each sample, by name.
std::vector<std::string> namesIn(const fs::path& file) {
  const auto dataset = store::Dataset::open(file);
  if (!dataset) return {dataset.error().message.english()};
  const auto codes = (*dataset)->readValues(*(*dataset)->find("labels"), 0, (*dataset)->samples());
  std::vector<std::string> names;
  if (codes)
    for (const double code : *codes) names.push_back((*dataset)->meta().classes.at(static_cast<std::size_t>(code)));
  return names;
}

std::string hashOf(const fs::path& file) {
  const auto dataset = store::Dataset::open(file);
  if (!dataset) return dataset.error().message.english();
  const auto hash = store::contentHash(**dataset);
  return hash ? *hash : hash.error().message.english();
}

}  // namespace

class LabelTaskTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = path("F.h5");
    const auto dataset = test::makeTable(m_file, kSamples, store::Compression::none);
    REQUIRE_OK(dataset);
    REQUIRE_OK(test::split(**dataset));
    m_names = namesIn(m_file);
    QCOMPARE(m_names.size(), kSamples);
  }

  void aFilterSetsAClassEverywhere() {
    const auto made = set("maybe", "a < 100");
    REQUIRE_OK(made);
    QCOMPARE(made->changed, 100U);
    QCOMPARE(made->newClasses, std::vector<std::string>{"maybe"});
    QCOMPARE(made->edition.number, 1U);
    for (std::size_t i = 0; i < 100; ++i) m_names[i] = "maybe";
    QCOMPARE(namesIn(m_file), m_names);
    // By chunks, as a stream reads.
    const auto dataset = *store::Dataset::open(m_file);
    const store::ObjectInfo& labels = *dataset->find("labels");
    std::vector<std::byte> chunk(std::min(labels.chunkSamples, kSamples) * labels.sampleBytes());
    REQUIRE_OK(dataset->readChunk(labels, 0, chunk));
    QCOMPARE(chunk[99], std::byte{2});
    // The samples that have the class already change nothing.
    const auto again = set("maybe", "label = 'maybe'");
    REQUIRE_OK(again);
    QCOMPARE(again->named, 100U);
    QCOMPARE(again->edition.number, 1U);
    // A split that is drawn now counts the class and records the edition.
    Progress progress;
    SplitRequest request;
    request.file = m_file;
    request.manifest = "later";
    request.plan.ratios = {0.5, 0.25, 0.25};
    request.plan.stratify = true;
    const auto drawn = tasks::split(request, {{}, progress});
    REQUIRE_OK(drawn);
    QCOMPARE(drawn->perClass.size(), std::size_t{3});
    const auto splits = store::SplitsFile::open(m_file, dataset->uuid(), kSamples);
    REQUIRE_OK(splits);
    QVERIFY(splits->find("later")->origin.find(made->edition.hash) != std::string::npos);
  }

  void undoingEverythingRestoresTheContentHash() {
    std::vector<std::string> hashes = {hashOf(m_file)};
    REQUIRE_OK(set("maybe", "a < 100"));
    hashes.push_back(hashOf(m_file));
    REQUIRE_OK(rename({"no=yes"}));
    hashes.push_back(hashOf(m_file));
    REQUIRE_OK(set("no", "sample >= 2000"));
    QVERIFY(hashOf(m_file) != hashes[2]);
    Progress progress;
    for (std::size_t left = 3; left-- > 0;) {
      REQUIRE_OK(undoLabels(m_file, {{}, progress}));
      QCOMPARE(hashOf(m_file), hashes[left]);
    }
    REQUIRE_ERROR(undoLabels(m_file, {{}, progress}), Errc::notFound, "no edit");
    QCOMPARE(namesIn(m_file), m_names);
    QCOMPARE(labelHistory(m_file, {{}, progress})->editions.size(), std::size_t{6});
  }

  void aListNamesSamplesByNumberOrPlace() {
    write("numbers.csv", "label,sample\n\"q, r\",7\nyes,8\n");
    REQUIRE_OK(fromList("numbers.csv"));
    write("places.csv", "source,position,x,label\nmade.csv,9,0,s\nmade,2999,0,s\n");
    REQUIRE_OK(fromList("places.csv"));
    write("both.csv", "sample,source,position,label\n11,made.csv,11,t\n");
    REQUIRE_OK(fromList("both.csv"));
    m_names[7] = "q, r";
    m_names[8] = "yes";
    m_names[9] = m_names[2999] = "s";
    m_names[11] = "t";
    QCOMPARE(namesIn(m_file), m_names);
  }

  void aListWithALineThatFitsNowhereChangesNothing_data() {
    QTest::addColumn<QByteArray>("lines");
    QTest::newRow("beyond the last") << QByteArray("sample,label\n3000,yes\n");
    QTest::newRow("twice") << QByteArray("sample,label\n7,yes\n7,no\n");
    QTest::newRow("no class") << QByteArray("sample,label\n7,\n");
    QTest::newRow("no number") << QByteArray("sample,label\n-1,yes\n");
    QTest::newRow("no such source") << QByteArray("source,position,label\nother.csv,1,yes\n");
    QTest::newRow("no such place") << QByteArray("source,position,label\nmade.csv,3000,yes\n");
    QTest::newRow("elsewhere") << QByteArray("sample,source,position,label\n7,made.csv,8,yes\n");
  }
  void aListWithALineThatFitsNowhereChangesNothing() {
    QFETCH(QByteArray, lines);
    write("list.csv", lines);
    REQUIRE_ERROR(fromList("list.csv"), Errc::invalidArgument, "Nothing was changed. Line ");
    QVERIFY(!fs::exists(store::layout::editsPath(m_file)));
  }

  /// Both would be the same sign in the file, which could then not be read.
  void aNameThatIsNoTextIsRefused() {
    for (const char* name : {"\xfe", "\xff", ""})
      REQUIRE_ERROR(set(name, "a < 100"), Errc::invalidArgument, "cannot be the name of a class");
    REQUIRE_ERROR(rename({"yes=\xff", "no=\xff"}), Errc::invalidArgument, "cannot be the name of a class");
    QVERIFY(!fs::exists(store::layout::editsPath(m_file)));
  }

  void classesAreRenamedAndMergedAtOnce() {
    write("list.csv", "sample,label\n7,a=b\n");
    REQUIRE_OK(fromList("list.csv"));
    m_names[7] = "a=b";
    REQUIRE_OK(rename({"no=yes", "yes=no", "a=b=c"}));
    for (std::string& name : m_names) name = name == "no" ? "yes" : name == "yes" ? "no" : "c";
    QCOMPARE(namesIn(m_file), m_names);
    const auto merged = rename({"yes=no"});
    REQUIRE_OK(merged);
    QCOMPARE(merged->mergedClasses, std::vector<std::string>{"yes"});
    for (std::string& name : m_names)
      if (name == "yes") name = "no";
    QCOMPARE(namesIn(m_file), m_names);
    QCOMPARE((*store::Dataset::open(m_file))->meta().classes, (std::vector<std::string>{"no", "c"}));
    REQUIRE_ERROR(rename({"yes=no"}), Errc::invalidArgument, "--rename");
    Progress progress;
    const auto diff = diffLabels(m_file, 1, 3, {{}, progress});
    REQUIRE_OK(diff);
    QCOMPARE(diff->vanished, (std::vector<std::string>{"yes", "a=b"}));
    std::uint64_t moved = 0;
    for (const LabelMove& move : diff->moves) moved += move.samples;
    QCOMPARE(moved, diff->changed);
    QCOMPARE(diffLabels(m_file, 3, 3, {{}, progress})->changed, 0U);
    REQUIRE_ERROR(diffLabels(m_file, 0, 4, {{}, progress}), Errc::notFound, "no edition 4");
  }

  void moreClassesThanAByteHoldsAreRead() {
    std::string list = "sample,label\n";
    for (std::size_t i = 0; i < kSamples; i += 3) {
      m_names[i] = "k" + std::to_string(i % 900);
      list += std::to_string(i) + "," + m_names[i] + "\n";
    }
    write("list.csv", QByteArray::fromStdString(list));
    REQUIRE_OK(fromList("list.csv"));
    QCOMPARE((*store::Dataset::open(m_file))->find("labels")->dtype, table::DType::u16);
    QCOMPARE(namesIn(m_file), m_names);
    h5pyReadsTheSame();
  }

  void h5pyReadsEditsAsTheFormatSays() {
    REQUIRE_OK(set("maybe", "sample >= 300 and sample < 2000"));
    REQUIRE_OK(rename({"no=maybe"}));
    Progress progress;
    REQUIRE_OK(undoLabels(m_file, {{}, progress}));
    REQUIRE_OK(rename({"maybe=perhaps"}));
    m_names = namesIn(m_file);
    h5pyReadsTheSame();
  }

  void aFrozenManifestKeepsItsLabels() {
    REQUIRE_OK(set("maybe", "a < 100"));
    const auto before = namesIn(m_file);
    const auto dataset = *store::Dataset::open(m_file);
    auto splits = store::SplitsFile::open(m_file, dataset->uuid(), kSamples);
    REQUIRE_OK(splits);
    REQUIRE_OK(splits->freeze("default"));
    REQUIRE_ERROR(set("maybe", "a < 200"), Errc::permission, "default");
    Progress progress;
    REQUIRE_ERROR(undoLabels(m_file, {{}, progress}), Errc::permission, "frozen");
    QCOMPARE(namesIn(m_file), before);
  }

  void convertAsksWhatBecomesOfEdits() {
    Progress progress;
    ConvertRequest request{.file = m_file, .target = path("G.h5"), .sync = false};
    request.applyEdits = true;
    REQUIRE_ERROR(convert(request, {{}, progress}), Errc::invalidArgument, "--apply-edits");
    REQUIRE_OK(set("maybe", "a < 100"));
    request.applyEdits = false;
    REQUIRE_ERROR(convert(request, {{}, progress}), Errc::invalidArgument, "--apply-edits");
    QVERIFY(!fs::exists(path("G.h5")));
    request.applyEdits = true;
    REQUIRE_OK(convert(request, {{}, progress}));
    QCOMPARE(namesIn(path("G.h5")), namesIn(m_file));
    const auto made = *store::Dataset::open(path("G.h5"));
    QCOMPARE(made->edition().number, 0U);
    QVERIFY(made->uuid() != (*store::Dataset::open(m_file))->uuid());
  }

  void aDatasetWithEditsIsNeitherReplacedNorGrown() {
    REQUIRE_OK(set("maybe", "a < 100"));
    const std::string before = hashOf(m_file);
    REQUIRE_OK(test::makeWaveforms(path("W.h5"), 10));
    Progress progress;
    ConvertRequest request{.file = path("W.h5"), .target = m_file, .overwrite = true, .sync = false};
    REQUIRE_ERROR(convert(request, {{}, progress}), Errc::exists, "F.edits.h5");
    QCOMPARE(hashOf(m_file), before);
  }

  void aCopyReadsTheEditsAndDoesNotMakeAny() {
    REQUIRE_OK(set("maybe", "a < 100"));
    const auto edited = namesIn(m_file);
    fs::copy_file(m_file, path("Copy.h5"));
    QCOMPARE(namesIn(path("Copy.h5")), edited);
    LabelRequest request{.file = path("Copy.h5"), .className = "yes", .where = "a = 4"};
    Progress progress;
    REQUIRE_ERROR(label(request, {{}, progress}), Errc::exists, "F.h5");
    fs::create_directories(path("sub"));
    fs::create_symlink(m_file, path("sub/L.h5"));
    QCOMPARE(namesIn(path("sub/L.h5")), edited);
    fs::remove(path("Copy.h5"));
    fs::rename(m_file, path("R.h5"));
    QCOMPARE(namesIn(path("R.h5")), edited);
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  void write(const char* name, const QByteArray& text) const {
    std::ofstream(path(name), std::ios::binary) << text.toStdString();
  }
  Result<LabelOutcome> make(const LabelRequest& request) const {
    Progress progress;
    return label(request, {{}, progress});
  }
  Result<LabelOutcome> set(const std::string& className, const std::string& where) const {
    return make({.file = m_file, .className = className, .where = where, .what = "--set " + className});
  }
  Result<LabelOutcome> fromList(const char* name) const { return make({.file = m_file, .list = path(name)}); }
  Result<LabelOutcome> rename(std::vector<std::string> renames) const {
    return make({.file = m_file, .renames = std::move(renames)});
  }

  /// The function that FORMAT.md gives, on this file.
  void h5pyReadsTheSame() const {
    const std::string format = *io::readText(MASU_ROOT "/core/store/FORMAT.md");
    const std::size_t begin = format.find("import numpy as np");
    const std::string lines = format.substr(begin, format.find("```", begin) - begin);
    QVERIFY(lines.find("def edited(") != std::string::npos);
    std::string wanted;
    for (const std::string& name : m_names) wanted += name + "\n";
    write("wanted.txt", QByteArray::fromStdString(wanted));
    const std::string script = "import sys, json, h5py\n" + lines +
                               "y, classes = edited(sys.argv[1], sys.argv[2])\n"
                               "wanted = open(sys.argv[3]).read().splitlines()\n"
                               "assert [classes[code] for code in y] == wanted\n";
    QProcess python;
    python.start("/usr/bin/python3", {"-c", QString::fromStdString(script), QString::fromStdString(m_file.string()),
                                      QString::fromStdString(store::layout::editsPath(m_file).string()),
                                      QString::fromStdString(path("wanted.txt").string())});
    QVERIFY(python.waitForFinished(60000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_file;
  std::vector<std::string> m_names;
};

MASU_TEST(LabelTaskTest)
#include "label_task_test.moc"
