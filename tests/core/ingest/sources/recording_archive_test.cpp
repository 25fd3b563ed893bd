// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTest>
#include <fstream>

#include "core/ingest/recordings/load/recording_load.h"
#include "core/ingest/sources/files_below.h"
#include "core/ingest/sources/recording_name.h"
#include "core/ingest/sources/source_opener.h"
#include "core/ingest/sources/sources.h"
#include "core/ingest/table/survey/table_survey.h"
#include "core/store/read/dataset.h"
#include "tests/fixtures/recording_fixture.h"
#include "tests/fixtures/surveyed_recordings.h"
#include "tests/fixtures/test_group.h"

namespace fs = std::filesystem;
using namespace masu;
using namespace masu::ingest;

namespace {

/// Runs Python over a folder; what it printed on stderr.
QString python(const fs::path& folder, const char* script) {
  QProcess process;
  process.setWorkingDirectory(QString::fromStdString(folder.string()));
  process.start("/usr/bin/python3", {"-c", script});
  process.waitForFinished(60000);
  return QString::fromUtf8(process.readAllStandardError());
}

std::vector<std::int16_t> featuresOf(const fs::path& file) {
  const auto dataset = store::Dataset::open(file);
  if (!dataset) qFatal("%s", dataset.error().message.english().c_str());
  const store::ObjectInfo* features = (*dataset)->find("features");
  std::vector<std::int16_t> values((*dataset)->samples() * features->valuesPerSample());
  if (!(*dataset)->read(*features, 0, (*dataset)->samples(), std::as_writable_bytes(std::span(values)))) return {};
  return values;
}

}  // namespace

class RecordingArchiveTest : public QObject {
  Q_OBJECT

  Progress m_progress;
  JobContext m_job{{}, m_progress};

  Result<ImportReport> import(const ImportOptions& options, const fs::path& target) {
    MASU_TRY(const auto plan, surveyRecordings(options, m_job));
    return loadRecordings(plan, {.target = target, .rejects = {}, .write = {.overwrite = true, .sync = false}}, {},
                          m_job);
  }

 private Q_SLOTS:
  void anArchiveGivesWhatItsFolderGives() {
    const RecordingFolder folder;
    for (int i = 0; i < 12; ++i)
      folder.add((i % 2 == 0 ? "left/" : "right/") + std::to_string(i) + ".wav", 300 + static_cast<unsigned>(i) * 17);
    const QString complaint = python(folder.path(), R"(
import zipfile, os
z = zipfile.ZipFile('all.zip', 'w', zipfile.ZIP_DEFLATED)
for d, _, names in os.walk('recordings'):
    for n in names: z.write(os.path.join(d, n), os.path.relpath(os.path.join(d, n), 'recordings'))
z.writestr('__MACOSX/left/._0.wav', b'junk')
z.writestr('readme.md', 'not a recording')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    auto options = folder.options(128, "folder");
    QVERIFY(import(options, folder.dataset("plain.h5")));
    options.sources = {folder.path() / "all.zip"};
    const auto report = import(options, folder.dataset("zipped.h5"));
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->records, 12U);
    QCOMPARE(report->rejected, 0U);
    QVERIFY(featuresOf(folder.dataset("plain.h5")) == featuresOf(folder.dataset("zipped.h5")));
    QVERIFY(!featuresOf(folder.dataset("plain.h5")).empty());
  }

  void aFolderOfArchivesIsWhatTheyAre() {
    const RecordingFolder folder;
    folder.add("a.wav", 500);
    const QString complaint = python(folder.path(), R"(
import zipfile, os
for name in ('sounds', 'tables', 'notes'): os.mkdir(name); open(name + '/readme.txt', 'w').write('as downloaded')
zipfile.ZipFile('sounds/all.zip', 'w').write('recordings/a.wav', 'a.wav')
z = zipfile.ZipFile('tables/all.zip', 'w')
for n in 'ba': z.writestr(n + '.csv', 'x,y\n1,2\n')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    ImportOptions options;
    options.sources = {folder.path() / "sounds"};
    QCOMPARE(kindOf(options).value(), SourceKind::recordings);
    options.sources = {folder.path() / "tables"};
    QCOMPARE(kindOf(options).value(), SourceKind::table);
    const auto tables = tableFiles(options.sources);
    QVERIFY(tables);
    QCOMPARE(tables->files.size(), std::size_t{2});
    QCOMPARE(tables->files.front().filename(), fs::path("a.csv"));
    options.sources = {folder.path() / "notes"};
    QCOMPARE(kindOf(options).error().code, Errc::notFound);
    QVERIFY(!tableFiles(options.sources));
  }

  void onlyNamesThatLeadOutAreLeftOutAndThatIsReported() {
    const RecordingFolder folder;
    folder.add("a.wav", 300);
    const QString complaint = python(folder.path(), R"(
import zipfile
z = zipfile.ZipFile('names.zip', 'w')
sound = open('recordings/a.wav', 'rb').read()
for name in ('take..2.wav', 'd..ots/b.wav', 'dots../c.wav', '../out.wav', 'd/../../out.wav', '/root.wav', 'notes.txt',
             '._a.wav'):
    z.writestr(name, sound)
z.close()
z = zipfile.ZipFile('tables.zip', 'w')
for name in ('take..2.csv', './a//b.csv', '../out.csv', 'notes.txt'): z.writestr(name, 'x,y\n1,2\n3,4\n')
z.close()
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    ImportOptions options = folder.options(100);
    options.sources = {folder.path() / "names.zip"};
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    std::vector<std::string> paths;
    for (const RecordingPlan& recording : plan->recordings().files) paths.push_back(recording.path);
    QCOMPARE(paths, (std::vector<std::string>{"d..ots/b.wav", "dots../c.wav", "take..2.wav"}));
    QCOMPARE(plan->notes.size(), std::size_t{2});
    QVERIFY(plan->notes[0].english().starts_with("3 members of "));
    QVERIFY(plan->notes[0].english().ends_with("lead out of it: ../out.wav is one."));
    QVERIFY(plan->notes[1].english().starts_with("A member of "));
    const auto tables = tableFiles({folder.path() / "tables.zip"});
    QVERIFY(tables);
    const fs::path archive = folder.path() / "tables.zip";
    QCOMPARE(tables->files, (std::vector<fs::path>{archive / "a/b.csv", archive / "take..2.csv"}));
    ImportOptions asTables;
    asTables.sources = {archive};
    const auto table = surveyTable(asTables, nullptr, {}, m_job);
    QVERIFY2(table, table ? "" : table.error().message.english().c_str());
    QCOMPARE(table->samples, 4U);
    QVERIFY(table->notes.size() >= 2);
    QVERIFY(table->notes[0].english().ends_with("leads out of it: ../out.csv."));
    QCOMPARE(tables->notes.size(), std::size_t{2});
  }

  void membersOfOneNameAreRefused() {
    const RecordingFolder folder;
    folder.add("a.wav", 300);
    python(folder.path(), R"(
import zipfile
z = zipfile.ZipFile('twice.zip', 'w')
for i in range(2): z.writestr('a.csv', 'x,y\n%d,2\n' % i)
z.close()
)");
    const auto tables = tableFiles({folder.path() / "twice.zip"});
    QVERIFY(!tables);
    QCOMPARE(tables.error().code, Errc::damaged);
  }

  void anArchiveIsListedOnce() {
    const RecordingFolder folder;
    folder.add("a.wav", 300);
    const auto pack = [&] {
      return python(folder.path(),
                    "import zipfile; zipfile.ZipFile('one.zip', 'w').write('recordings/a.wav', 'd/a.wav')");
    };
    QVERIFY(pack().isEmpty());
    const fs::path archive = folder.path() / "one.zip";
    const auto first = openArchive(archive);
    auto second = openArchive(archive);
    QVERIFY(first && second);
    QCOMPARE(first->directory(), second->directory());
    QVERIFY(second->begin(0));
    std::vector<std::byte> content(1000);
    QCOMPARE(second->read(content).value(), std::size_t{644});
    // Another file of that name is listed again.
    fs::remove(archive);
    QVERIFY(pack().isEmpty());
    QVERIFY(openArchive(archive)->directory() != first->directory());
    // The name of a member may be longer than any path.
    std::string deep;
    for (int i = 0; i < 10000; ++i) deep += "d/";
    const auto inside = memberPath(archive / (deep + "a.wav"));
    QVERIFY(inside);
    QCOMPARE(inside->archive, archive);
    QCOMPARE(inside->member, deep + "a.wav");
    QVERIFY(!memberPath(folder.path() / "recordings" / "a.wav"));
    QVERIFY(!memberPath(folder.path() / "recordings" / "b.wav"));
  }

  void foldersAreSearchedHoweverDeepAndLinksAreNotFollowed() {
    const RecordingFolder folder;
    folder.add("a.wav", 300);
    folder.add("deep/er/b.wav", 300);
    folder.add(".hidden/c.wav", 300);
    fs::create_directory_symlink(folder.recordings(), folder.recordings() / "deep" / "loop");
    fs::create_symlink(folder.recordings() / "a.wav", folder.recordings() / "link.wav");
    const auto names = [&](const FolderSearch& search) {
      std::vector<std::string> found;
      const auto files = filesBelow(folder.recordings(), search);
      for (const fs::path& file : *files) found.push_back(file.lexically_relative(folder.recordings()).string());
      std::ranges::sort(found);
      return found;
    };
    QCOMPARE(names({}), (std::vector<std::string>{"a.wav", "deep/er/b.wav", "link.wav"}));
    QCOMPARE(names({.takes = {}, .stops = {}, .hidden = true}).size(), std::size_t{4});
    QCOMPARE(names({.takes = {}, .stops = {}, .most = 1}).size(), std::size_t{1});
    QCOMPARE(filesBelow(folder.recordings(), {.takes = {}, .stops = [] { return true; }}).error().code,
             Errc::cancelled);
    // Deeper than any program can name.
    const QString complaint = python(folder.path(), R"(
import os
os.chdir('recordings')
for i in range(3000): os.mkdir('d'); os.chdir('d')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    const auto tooDeep = filesBelow(folder.recordings(), {});
    QVERIFY(!tooDeep);
    QCOMPARE(tooDeep.error().code, Errc::unsupported);
    // Nor is such a folder said to hold nothing.
    for (const char* name : {"a.wav", "deep", "link.wav"}) fs::remove_all(folder.recordings() / name);
    ImportOptions options;
    options.sources = {folder.recordings()};
    QCOMPARE(kindOf(options).error().code, Errc::unsupported);
    QVERIFY(python(folder.path(), "import os; os.system('rm -rf recordings/d')").isEmpty());
  }

  void aListNeedsNoFolderWhereOneHasItsName() {
    const RecordingFolder folder;
    for (const char* name : {"a.wav", "b.wav"}) folder.add(name, 300);
    const QString complaint = python(folder.path(), R"(
import zipfile, os
os.mkdir('recordings/deep')
for path, text in (('recordings/deep/labels.csv', 'f,l\na,x\nb,y\n'),):
    open(path, 'w').write(text)
for name, folders in (('one.zip', ['deep']), ('two.zip', ['deep', 'deeper'])):
    z = zipfile.ZipFile(name, 'w')
    for n in 'ab': z.write('recordings/%s.wav' % n, n + '.wav')
    for f in folders: z.write('recordings/deep/labels.csv', f + '/labels.csv')
    z.close()
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    ImportOptions options = folder.options(100);
    options.recordings.labelFrom = "csv:labels.csv";
    for (const char* source : {"recordings", "one.zip"}) {
      options.sources = {folder.path() / source};
      const auto plan = surveyRecordings(options, m_job);
      QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
      QCOMPARE(plan->classes, (std::vector<std::string>{"x", "y"}));
    }
    options.sources = {folder.path() / "two.zip"};
    const auto several = surveyRecordings(options, m_job);
    QVERIFY(!several);
    QVERIFY2(several.error().message.english().find("deep/labels.csv and deeper/labels.csv") != std::string::npos,
             several.error().message.english().c_str());
    options.recordings.labelFrom = "csv:deeper/labels.csv";
    QVERIFY(surveyRecordings(options, m_job));
    options.recordings.labelFrom = "csv:nowhere.csv";
    QCOMPARE(surveyRecordings(options, m_job).error().code, Errc::notFound);
  }

  void packedRecordingsAreUnpacked() {
    const RecordingFolder folder;
    folder.add("a.wav", 500);
    auto options = folder.options(100);
    QVERIFY(import(options, folder.dataset("plain.h5")));
    const QString complaint = python(folder.recordings(), R"(
import gzip, os
open('a.wav.gz', 'wb').write(gzip.compress(open('a.wav', 'rb').read())); os.remove('a.wav')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    const auto report = import(options, folder.dataset("packed.h5"));
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QVERIFY(featuresOf(folder.dataset("plain.h5")) == featuresOf(folder.dataset("packed.h5")));
  }

  /// In memory as far as a quarter of what the opener may take, on the disk beyond that.
  void whatIsUnpackedKeepsToTheMemory() {
    const RecordingFolder folder;
    folder.add("a.wav", 2'000'000);
    const QString complaint = python(folder.recordings(), R"(
import gzip, zipfile
open('a.wav.gz', 'wb').write(gzip.compress(open('a.wav', 'rb').read(), 1))
zipfile.ZipFile('a.zip', 'w', zipfile.ZIP_DEFLATED).write('a.wav')
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    for (const char* packed : {"a.wav.gz", "a.zip/a.wav"}) {
      for (const auto& [memory, fits] : {std::pair{std::uint64_t{64} << 20, true}, {std::uint64_t{8} << 20, false}}) {
        SourceOpener opener(memory);
        const auto file = opener.open(folder.recordings() / packed);
        QVERIFY2(file, file ? "" : file.error().message.english().c_str());
        QCOMPARE(fs::read_symlink(file->openPath()).string().starts_with("/memfd:"), fits);
      }
    }
  }

  void aDamagedMemberIsSetAsideAndTheRestGoOn() {
    const RecordingFolder folder;
    folder.add("a.wav", 500);
    folder.add("b.wav", 500);
    const QString complaint = python(folder.path(), R"(
import zipfile
z = zipfile.ZipFile('two.zip', 'w', zipfile.ZIP_STORED)
for n in 'ab': z.write('recordings/%s.wav' % n, n + '.wav')
at = z.getinfo('b.wav').header_offset + 30 + 5 + 200
z.close()
f = open('two.zip', 'r+b'); f.seek(at); x = f.read(1); f.seek(at); f.write(bytes([x[0] ^ 255]))
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    auto options = folder.options(100);
    options.sources = {folder.path() / "two.zip"};
    const auto report = import(options, folder.dataset());
    QVERIFY2(report, report ? "" : report.error().message.english().c_str());
    QCOMPARE(report->records, 2U);
    QCOMPARE(report->rejected, 1U);
    QCOMPARE(report->samples, 5U);
    QCOMPARE(report->reasons.front().reason, std::string("damaged"));
  }

  void aMemberIsReadAtAnyPlace() {
    const RecordingFolder folder;
    const QString complaint = python(folder.path(), R"(
import zipfile
z = zipfile.ZipFile('x.zip', 'w', zipfile.ZIP_DEFLATED)
z.writestr('d/x.bin', bytes(range(256)) * 20000)
)");
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    SourceOpener opener;
    const auto file = opener.open(folder.path() / "x.zip" / "d" / "x.bin");
    QVERIFY2(file, file ? "" : file.error().message.english().c_str());
    QCOMPARE(*file->size(), std::uint64_t{256 * 20000});
    std::array<std::byte, 3> bytes{};
    QVERIFY(file->readAt(256 * 19999 + 254 - 1, bytes));
    QCOMPARE(static_cast<int>(bytes[0]), 253);
    QCOMPARE(static_cast<int>(bytes[2]), 255);
    QVERIFY(!opener.open(folder.path() / "x.zip" / "nowhere.bin"));
  }

  void lengthsInSecondsBecomeFrames() {
    const RecordingFolder folder;
    folder.add("a.wav", 8000);
    auto options = folder.options();
    options.recordings.windowSeconds = 0.25;
    options.recordings.hopSeconds = 0.125;
    const auto plan = surveyRecordings(options, m_job);
    QVERIFY2(plan, plan ? "" : plan.error().message.english().c_str());
    QCOMPARE(plan->recordings().window, 2000U);
    QCOMPARE(plan->recordings().hop, 1000U);
    QCOMPARE(plan->samples, 7U);
    const auto again = planFromRecipe(recipeFrom(*plan));
    QVERIFY(again);
    QCOMPARE(again->options.recordings.windowSeconds, 0.25);
    QCOMPARE(again->options.recordings.hopSeconds, 0.125);
  }

  void namesShowWhatAFolderIsSearchedFor() {
    QCOMPARE(recordingNameOf("a/B.EDF"), RecordingName::recording);
    QCOMPARE(recordingNameOf("train-images-idx3-ubyte.gz"), RecordingName::recording);
    QCOMPARE(recordingNameOf("x.npz"), RecordingName::recording);
    QCOMPARE(recordingNameOf("x.csv.gz"), RecordingName::table);
    QCOMPARE(recordingNameOf("x.h5"), RecordingName::hdf5);
    QCOMPARE(recordingNameOf("x.dat"), RecordingName::raw);
    QCOMPARE(recordingNameOf("x.HEA.gz"), RecordingName::recording);
    QCOMPARE(recordingNameOf("x.vhdr"), RecordingName::recording);
    QCOMPARE(recordingNameOf("notes.pdf"), RecordingName::none);
  }
};

MASU_TEST(RecordingArchiveTest)
#include "recording_archive_test.moc"
