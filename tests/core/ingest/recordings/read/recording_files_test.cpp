// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ingest/recordings/read/recording_files.h"

#include <map>
#include <random>
#include <set>

#include "core/ingest/sources/recording_name.h"
#include "tests/fixtures/table_import.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ingest;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// Which files below folders and in archives are the recordings of an import.
class RecordingFilesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<TableFolder> m_folder;
  Progress m_progress;

  fs::path add(const std::string& name) const {
    fs::create_directories(m_folder->path(name).parent_path());
    return m_folder->write(name, "x");
  }

  Result<RecordingFiles> find(const Names& sources, const RecordingOptions& options = {}) {
    std::vector<fs::path> paths;
    for (const std::string& source : sources) paths.push_back(m_folder->path(source));
    return findRecordings(paths, options, {{}, m_progress});
  }

  /// The paths that are found, joined; the sentence of a failure.
  std::string found(const Names& sources, const RecordingOptions& options = {}) {
    const auto files = find(sources, options);
    if (!files) return sentenceOf(files);
    std::string all;
    for (const RecordingFile& file : files->files) all += (all.empty() ? "" : " ") + file.path;
    return all;
  }

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<TableFolder>(); }

  /// Of several kinds the first that there is; raw samples where they are asked for, and nothing else then.
  void aFolderIsSearchedForTheFirstKindThereIs() {
    constexpr RecordingName kInOrder[] = {RecordingName::recording, RecordingName::hdf5, RecordingName::table,
                                          RecordingName::text};
    const Names endings = {".wav", ".EDF", ".npy.gz", ".h5", ".csv", ".tsv.zst", ".txt", ".dat", ".pdf", ""};
    std::mt19937 random(12);
    for (int round = 0; round < 40; ++round) {
      init();
      std::map<RecordingName, std::set<std::string>> byKind;
      // Later rounds have more of the kinds that are looked for last.
      const std::size_t from = static_cast<std::size_t>(round) % endings.size();
      for (auto count = 1 + random() % 8; count > 0; --count) {
        const char* const folders[] = {"", "a/", "a/b/"};
        const std::string name = folders[random() % 3] + std::to_string(random() % 100) +
                                 endings[from + random() % (endings.size() - from)];
        add("all/" + name);
        add("all/.hidden/" + name);
        byKind[recordingNameOf(name)].insert(name);
      }
      std::set<std::string> expected;
      for (const RecordingName kind : kInOrder) {
        if (expected.empty()) expected = byKind[kind];
      }
      const auto verify = [&](const std::set<std::string>& wanted, const RecordingOptions& options) {
        const auto files = find({"all"}, options);
        QCOMPARE(files.has_value(), !wanted.empty());
        if (!files) QCOMPARE(files.error().code, Errc::noSamples);
        if (!files) return;
        QCOMPARE(files->root, fs::canonical(m_folder->path("all")));
        Names paths;
        for (const RecordingFile& file : files->files) paths.push_back(file.path);
        QCOMPARE(paths, Names(wanted.begin(), wanted.end()));
      };
      verify(expected, {});
      RecordingOptions raw;
      raw.raw.emplace();
      verify(byKind[RecordingName::raw], raw);
    }
  }

  void aFileThatIsNamedIsTakenWhateverItsName() {
    for (const char* name : {"a.wav", "notes.pdf", "labels", ".hidden"}) {
      add(name);
      QCOMPARE(found({name}), std::string(name));
    }
    QCOMPARE(found({"notes.pdf", "a.wav"}), std::string("a.wav notes.pdf"));
  }

  void theRootHoldsAllSources() {
    for (const char* name : {"x/a/1.wav", "x/b/2.wav", "x/b/c/3.wav", "xy/4.wav"}) add(name);
    const auto root = [&](const Names& sources) {
      return find(sources).value().root.lexically_relative(fs::canonical(m_folder->root())).string();
    };
    QCOMPARE(root({"x/b"}), std::string("x/b"));
    QCOMPARE(found({"x/b"}), std::string("2.wav c/3.wav"));
    QCOMPARE(root({"x/b", "x/a"}), std::string("x"));
    QCOMPARE(found({"x/b", "x/a"}), std::string("a/1.wav b/2.wav b/c/3.wav"));
    // Names that begin alike are other folders.
    QCOMPARE(root({"x", "xy"}), std::string("."));
    QCOMPARE(found({"x/a/1.wav", "xy/4.wav"}), std::string("x/a/1.wav xy/4.wav"));
    QCOMPARE(root({"x/b/c/3.wav"}), std::string("x/b/c"));
    // However it is spelled.
    QCOMPARE(found({"x/a/../b/", "x//b/c/"}), std::string("2.wav c/3.wav"));
  }

  /// A file of two sources is of the first.
  void everyFileIsFoundOnce() {
    add("x/1.wav");
    add("x/y/2.wav");
    const auto files = find({"x/y", "x", "x/1.wav"});
    QVERIFY2(files, sentenceOf(files).c_str());
    QCOMPARE(files->files.size(), std::size_t{2});
    QCOMPARE(files->files[0].path, std::string("1.wav"));
    QCOMPARE(files->files[0].source, std::size_t{1});
    QCOMPARE(files->files[1].path, std::string("y/2.wav"));
    QCOMPARE(files->files[1].source, std::size_t{0});
  }

  void labelsAreNoRecordings() {
    for (const char* name : {"all/a.csv", "all/b.csv", "all/labels.csv", "all/my_labels.csv", "all/deep/labels.csv"})
      add(name);
    QCOMPARE(found({"all"}), std::string("a.csv b.csv deep/labels.csv labels.csv my_labels.csv"));
    RecordingOptions options;
    options.labelFrom = "csv:labels.csv#file,label";
    QCOMPARE(found({"all"}, options), std::string("a.csv b.csv my_labels.csv"));
    options.labelFrom = "csv:deep/labels.csv";
    QCOMPARE(found({"all"}, options), std::string("a.csv b.csv labels.csv my_labels.csv"));
    options.labelFrom = "folder";
    options.groupFrom = "csv:" + m_folder->path("all/b.csv").string();
    QCOMPARE(found({"all"}, options), std::string("a.csv deep/labels.csv labels.csv my_labels.csv"));
    for (const char* name : {"idx/train-images-idx3-ubyte", "idx/train-labels-idx1-ubyte.gz"}) add(name);
    QCOMPARE(found({"idx"}), std::string("train-images-idx3-ubyte"));
  }

  void archivesAreFolders() {
    add("all/c.wav");
    const QString complaint = python(R"(
import os, sys, zipfile
os.chdir(sys.argv[1])
def pack(name, members):
    with zipfile.ZipFile(name, 'w') as z:
        for member in members: z.writestr(member, 'x')
pack('all/two.zip', ['b.wav', 'd/a.wav', 'readme.md', '__MACOSX/._b.wav', '.hidden/c.wav', '../out.wav'])
pack('tables.zip', ['t.csv', 'notes.txt'])
pack('none.zip', ['readme.md'])
pack('all.npz', ['x.npy'])
)",
                                     {QString::fromStdString(m_folder->root().string())});
    QVERIFY2(complaint.isEmpty(), qPrintable(complaint));
    QCOMPARE(found({"all/two.zip"}), std::string("b.wav d/a.wav"));
    QCOMPARE(find({"all/two.zip"}).value().root, fs::canonical(m_folder->path("all/two.zip")));
    QCOMPARE(found({"all"}), std::string("c.wav two.zip/b.wav two.zip/d/a.wav"));
    QVERIFY(find({"all"}).value().notes.front().english().find("../out.wav") != std::string::npos);
    QCOMPARE(found({"all/two.zip/d/a.wav"}), std::string("a.wav"));
    QCOMPARE(found({"tables.zip"}), std::string("t.csv"));
    QCOMPARE(find({"none.zip"}).error().code, Errc::noSamples);
    // An archive by its bytes, and one recording.
    QCOMPARE(found({"all.npz"}), std::string("all.npz"));
  }

  void whatIsNotThereIsSaid() {
    fs::create_directories(m_folder->path("empty"));
    QCOMPARE(find({"empty"}).error().code, Errc::noSamples);
    QCOMPARE(find({"nowhere.wav"}).error().code, Errc::notFound);
    QCOMPARE(find({}).error().code, Errc::noSamples);
    add("a/1.wav");
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = findRecordings({m_folder->path("a")}, {}, {stop.get_token(), m_progress});
    QCOMPARE(stopped.error().code, Errc::cancelled);
  }

  /// Of text alone a delimiter and the like say anything.
  void onlyTextTakesOptionsOfText() {
    const auto may = [&](const Names& sources, const RecordingOptions& options = {}) {
      std::vector<fs::path> paths;
      for (const std::string& source : sources) paths.push_back(m_folder->path(source));
      return mayHoldText(paths, options);
    };
    for (const auto& [name, text] : {std::pair{"a.wav", false}, {"b.edf", false}, {"c.h5", false}, {"d.csv", true},
                                     {"e.txt", true}, {"f.dat", true}, {"g", true}}) {
      add(name);
      QVERIFY2(may({name}) == text, name);
    }
    QVERIFY(may({"a.wav", "d.csv"}) && !may({"a.wav", "c.h5"}));
    QVERIFY(may({"nowhere.wav"}));
    RecordingOptions raw;
    raw.raw.emplace();
    QVERIFY(!may({"d.csv"}, raw));
  }
};

MASU_TEST(RecordingFilesTest)
#include "recording_files_test.moc"
