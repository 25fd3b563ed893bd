// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/restore.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>

#include "core/base/crc32.h"
#include "core/io/archive_reader.h"
#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "core/shards/restore/source_check.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kSamples = 2'503;

/// Every value of every object that both hold, as bytes and texts.
bool sameValues(const store::Dataset& a, const store::Dataset& b) {
  for (const store::ObjectInfo& object : a.objects()) {
    if (object.element == store::Element::origin || object.element == store::Element::textBytes) continue;
    const store::ObjectInfo* other = b.find(object.name);
    if (other == nullptr || other->dtype != object.dtype || other->sampleShape != object.sampleShape) return false;
    if (object.isText()) {
      const std::string name = object.name.substr(5);
      if (a.readTexts(name, 0, a.samples()).value() != b.readTexts(name, 0, b.samples()).value()) return false;
      continue;
    }
    std::vector<std::byte> left(a.samples() * object.sampleBytes());
    std::vector<std::byte> right(left.size());
    if (!a.read(object, 0, a.samples(), left) || !b.read(*other, 0, b.samples(), right) || left != right) return false;
  }
  return true;
}

}  // namespace

class ReadBackTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_progress = std::make_unique<Progress>();
  }

  void givesTheDatasetBack_data() {
    QTest::addColumn<int>("format");
    QTest::addColumn<bool>("waveforms");
    for (const Format format : {Format::csv, Format::npy, Format::hdf5, Format::zip}) {
      const std::string name(shards::name(format));
      QTest::newRow((name + " table").c_str()) << int(format) << false;
      QTest::newRow((name + " waveforms").c_str()) << int(format) << true;
    }
  }

  void givesTheDatasetBack() {
    QFETCH(int, format);
    QFETCH(bool, waveforms);
    const auto dataset = make(waveforms);
    QVERIFY(dataset);
    const ShardOptions asked = options(static_cast<Format>(format));
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
    const fs::path source = asked.format == Format::zip ? asked.out / "made.zip" : asked.out;
    QVERIFY(isExport(source));
    const auto back = restoreExport(source, path("back.h5"), {false, false}, {2, 0}, job());
    QVERIFY2(back, back ? "" : back.error().message.english().c_str());
    QCOMPARE(back->samples, kSamples);
    const auto again = store::Dataset::open(path("back.h5"));
    QVERIFY(again);
    QVERIFY(sameValues(*dataset, **again));
    QCOMPARE((*again)->meta().classes, dataset->meta().classes);
    QCOMPARE((*again)->meta().schema.columns.size(), dataset->meta().schema.columns.size());
    // Nothing of the unpacking stays.
    for (const auto& entry : fs::directory_iterator(path("."))) {
      QVERIFY(entry.path().filename().string().find("unpacked") == std::string::npos);
    }
  }

  void givesGroupsOfRecordingsBack() {
    const auto dataset = test::makeWaveforms(path("made.h5"), 300, true);
    QVERIFY(dataset);
    for (const Format format : {Format::csv, Format::npy, Format::hdf5, Format::zip}) {
      ShardOptions asked = options(format);
      asked.out = path(std::string(name(format)).c_str());
      QVERIFY(writeShards(**dataset, asked, {2, 0}, job()));
      const fs::path source = format == Format::zip ? asked.out / "made.zip" : asked.out;
      const fs::path back = path((std::string(name(format)) + ".h5").c_str());
      const auto read = restoreExport(source, back, {false, false}, {2, 0}, job());
      QVERIFY2(read, read ? "" : read.error().message.english().c_str());
      const auto again = store::Dataset::open(back);
      QVERIFY(again);
      QVERIFY(sameValues(**dataset, **again));
      QCOMPARE((*again)->meta().groups, (*dataset)->meta().groups);
    }
  }

  void givesTheSplitsBack() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    QVERIFY(test::split(*dataset));
    for (const Format format : {Format::csv, Format::npy, Format::hdf5}) {
      ShardOptions asked = options(format);
      asked.out = path("first");
      asked.shuffle = 5;
      const auto first = writeShards(*dataset, asked, {2, 0}, job());
      QVERIFY(first);
      QVERIFY(restoreExport(asked.out, path("made.again.h5"), {true, false}, {2, 0}, job()));
      const auto again = store::Dataset::open(path("made.again.h5"));
      QVERIFY(again);
      // Exported once more, in stored order, the shards are the same bytes.
      ShardOptions second = options(format);
      second.out = path("second");
      const auto shards = writeShards(**again, second, {1, 0}, job());
      QVERIFY(shards);
      QCOMPARE(shards->size(), first->size());
      if (format != Format::hdf5) {
        for (std::size_t i = 0; i < shards->size(); ++i) {
          for (std::size_t f = 0; f < (*shards)[i].files.size(); ++f) {
            QCOMPARE((*shards)[i].files[f].sha256, (*first)[i].files[f].sha256);
          }
        }
      }
      fs::remove_all(path("first"));
      fs::remove_all(path("second"));
    }
  }

  void saysWhatIsNotAsIndexed() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    const ShardOptions asked = options(Format::csv);
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
    std::ofstream(asked.out / "all/split_data_00001.csv", std::ios::app) << "1,Rome,3,no,x,1,0.5\n";
    const auto back = restoreExport(asked.out, path("back.h5"), {false, false}, {2, 0}, job());
    QCOMPARE(back.error().code, Errc::damaged);
    QVERIFY(back.error().message.english().find("split_data_00001.csv") != std::string::npos);
    QVERIFY(!fs::exists(path("back.h5")));
    QVERIFY(!isExport(path(".")));
    QVERIFY(!isExport(dataset->path()));
  }

  void refusesAShardThatWasAltered() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    for (const Format format : {Format::csv, Format::npy, Format::hdf5, Format::zip}) {
      ShardOptions asked = options(format);
      asked.out = path(std::string(name(format)).c_str());
      const auto shards = writeShards(*dataset, asked, {2, 0}, job());
      QVERIFY(shards);
      const bool zip = format == Format::zip;
      const fs::path file = asked.out / (zip ? "made.zip" : (*shards)[1].files.front().path);
      // As long as it was, and what its format allows: nothing but the sum tells.
      std::string bytes = *io::readText(file);
      const std::size_t at = zip ? bytes.find("Oslo") : bytes.size() - 3;
      QVERIFY(at != std::string::npos);
      bytes[at] = bytes[at] == '1' ? '2' : '1';
      std::ofstream(file, std::ios::binary) << bytes;
      const auto back = restoreExport(zip ? file : asked.out, path("back.h5"), {false, false}, {2, 0}, job());
      QVERIFY2(!back, name(format).data());
      if (!zip) QCOMPARE(back.error().code, Errc::damaged);
      QVERIFY(!fs::exists(path("back.h5")));
    }
  }

  /// Whoever alters a member by a ZIP program gives it its checksum, too. It is named as what the person has.
  void namesTheMemberThatWasReplaced() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    const ShardOptions asked = options(Format::zip);
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
    const fs::path archive = asked.out / "made.zip";
    std::string name;
    std::string old;
    std::uint32_t sum = 0;
    {
      auto reader = io::ArchiveReader::open(archive);
      const io::ArchiveMember& member = reader->members()[1];
      name = member.name;
      sum = member.checksum;
      old.resize(member.bytes);
      QVERIFY(reader->begin(1));
      QCOMPARE(reader->read(std::as_writable_bytes(std::span(old))).value(), old.size());
    }
    std::string altered = old;
    altered[altered.size() - 3] = altered[altered.size() - 3] == '1' ? '2' : '1';
    std::string bytes = *io::readText(archive);
    const auto inBytes = [](std::uint32_t value) { return std::string(reinterpret_cast<const char*>(&value), 4); };
    const auto replaceAll = [&](const std::string& from, const std::string& to) {
      int count = 0;
      for (std::size_t at = 0; (at = bytes.find(from, at)) != std::string::npos; ++count)
        bytes.replace(at, from.size(), to);
      return count;
    };
    QCOMPARE(replaceAll(old, altered), 1);
    QVERIFY(replaceAll(inBytes(sum), inBytes(crc32(0, std::as_bytes(std::span(altered))))) >= 2);
    std::ofstream(archive, std::ios::binary) << bytes;
    const auto back = restoreExport(archive, path("back.h5"), {false, false}, {2, 0}, job());
    QVERIFY(!back);
    const std::string said = back.error().message.english();
    QVERIFY2(said.find((archive / name).string()) != std::string::npos, said.c_str());
    QVERIFY2(said.find("unpacked") == std::string::npos, said.c_str());
  }

  /// What reads shards as plain files holds them against the index first: all of an export, those of a folder in it, or
  /// one.
  void sourcesOfAnExportAreHeldAgainstItsIndex() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    const ShardOptions asked = options(Format::csv);
    const auto shards = writeShards(*dataset, asked, {2, 0}, job());
    QVERIFY(shards && shards->size() > 2);
    const fs::path whole = asked.out / (*shards)[0].path;
    const fs::path edited = asked.out / (*shards)[1].path;
    std::ofstream(path("other.csv")) << "a,b\n1,2\n";
    std::ofstream(asked.out / "all/own.csv") << "a,b\n1,2\n";
    const auto check = [&](const fs::path& source) { return checkExportSources(std::vector<fs::path>{source}, job()); };
    for (const fs::path& source : {asked.out, asked.out / "", asked.out / "all", whole, edited}) QVERIFY(check(source));

    std::string bytes = *io::readText(edited);
    bytes[bytes.size() - 3] = bytes[bytes.size() - 3] == '1' ? '2' : '1';
    std::ofstream(edited, std::ios::binary) << bytes;
    for (const fs::path& source : {asked.out, asked.out / "", asked.out / "all", edited}) {
      const auto checked = check(source);
      QVERIFY2(!checked, source.c_str());
      QCOMPARE(checked.error().code, Errc::damaged);
      const auto back = restoreExport(asked.out, path("back.h5"), {false, false}, {2, 0}, job());
      QCOMPARE(checked.error().message.english(), back.error().message.english());
    }
    // What is whole, or of no export, is read as before.
    for (const fs::path& source : {whole, path("other.csv"), asked.out / "all/own.csv"}) QVERIFY(check(source));

    fs::remove(edited);
    for (const fs::path& source : {asked.out, asked.out / "all"}) {
      const auto checked = check(source);
      QVERIFY2(!checked, source.c_str());
      QCOMPARE(checked.error().code, Errc::notFound);
    }
  }

  void aBundleThatIsASourceIsHeldAgainstItsIndex() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    const ShardOptions asked = options(Format::zip);
    QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
    const fs::path bundle = asked.out / "made.zip";
    QVERIFY(checkExportSources(std::vector{bundle}, job()));
    std::string bytes = *io::readText(bundle);
    const std::size_t at = bytes.find("Oslo");
    QVERIFY(at != std::string::npos);
    bytes[at] = '1';
    std::ofstream(bundle, std::ios::binary) << bytes;
    QVERIFY(!checkExportSources(std::vector{bundle}, job()));
    QVERIFY(!checkExportSources(std::vector{asked.out}, job()));
  }

  void readsNoFileButItsShards() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    const ShardOptions asked = options(Format::csv);
    const auto shards = writeShards(*dataset, asked, {2, 0}, job());
    QVERIFY(shards);
    const std::string first = (*shards)[0].files.front().path;
    fs::copy_file(asked.out / first, path("stolen.csv"));
    const std::string index = *io::readText(asked.out / "index.json");
    const auto withPath = [&](const std::string& other) {
      std::string text = index;
      for (std::size_t at = 0; (at = text.find('"' + first + '"', at)) != std::string::npos; at += other.size())
        text.replace(at + 1, first.size(), other);
      std::ofstream(asked.out / "index.json", std::ios::binary) << text;
      return restoreExport(asked.out, path("back.h5"), {false, false}, {2, 0}, job());
    };
    for (const std::string& other : {path("stolen.csv").string(), std::string("../stolen.csv"),
                                     std::string("all/../../stolen.csv"), std::string("")}) {
      const auto back = withPath(other);
      QVERIFY2(!back, other.c_str());
      QCOMPARE(back.error().code, Errc::format);
    }
    // A link in the folder leads out of it, too.
    fs::create_symlink(path("stolen.csv"), asked.out / "link.csv");
    QVERIFY(!withPath("link.csv"));
    QVERIFY(withPath(first));
  }

  void anExportLeavesFilesOfOthersAlone() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    const ShardOptions asked = options(Format::csv);
    const fs::path folder = asked.out / "export.partial";
    fs::create_directories(folder);
    std::ofstream(path("victim")) << "mine";
    std::ofstream(folder / "diary.txt") << "mine";
    QCOMPARE(writeShards(*dataset, asked, {2, 0}, job()).error().code, Errc::exists);
    QCOMPARE(*io::readText(folder / "diary.txt"), std::string("mine"));
    fs::remove(folder / "diary.txt");
    fs::create_symlink(path("victim"), folder / "lock");
    QCOMPARE(writeShards(*dataset, asked, {2, 0}, job()).error().code, Errc::exists);
    QCOMPARE(*io::readText(path("victim")), std::string("mine"));
    fs::remove_all(folder);
    fs::create_directory_symlink(path("."), folder);
    QCOMPARE(writeShards(*dataset, asked, {2, 0}, job()).error().code, Errc::exists);
    QCOMPARE(*io::readText(path("victim")), std::string("mine"));
  }

  void linksInTheFolderLeadAnExportNowhere() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    ShardOptions asked = options(Format::csv);
    asked.overwrite = true;
    fs::create_directories(asked.out);
    fs::create_directory(path("others"));
    std::ofstream(path("others") / "mine.csv") << "mine";
    // What an index of a stranger lists is replaced with the export, but for what a link leads to.
    fs::create_directory_symlink(path("others"), asked.out / "link");
    std::ofstream(asked.out / "index.json")
        << R"({"masu_export":1,"shards":[{"files":[{"path":"link/mine.csv"},{"path":"../others/mine.csv"}]}]})";
    const auto written = writeShards(*dataset, asked, {2, 0}, job());
    QVERIFY(written);
    QCOMPARE(*io::readText(path("others") / "mine.csv"), std::string("mine"));
    const fs::path split = asked.out / *fs::path(written->front().path).begin();
    QVERIFY(fs::is_directory(split));
    fs::remove_all(split);
    fs::create_directory_symlink(path("others"), split);
    const auto refused = writeShards(*dataset, asked, {2, 0}, job());
    QVERIFY(!refused);
    QCOMPARE(refused.error().source.file, split.string());
    QCOMPARE(std::distance(fs::directory_iterator(path("others")), fs::directory_iterator()), std::ptrdiff_t{1});
  }

  void survivesADamagedIndex() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    for (const Format format : {Format::csv, Format::npy, Format::npz}) {
      ShardOptions asked = options(format);
      asked.out = path(std::string(name(format)).c_str());
      QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
      const std::string whole = *io::readText(asked.out / "index.json");
      std::mt19937 random(3);
      const auto read = [&](const std::string& text) {
        std::ofstream(asked.out / "index.json", std::ios::binary) << text;
        const auto back = restoreExport(asked.out, path("back.h5"), {true, false}, {1, 0}, job());
        return back ? std::string() : back.error().message.english();
      };
      for (int round = 0; round < 150; ++round) {
        std::string damaged = whole;
        const std::size_t at = random() % damaged.size();
        damaged[at] ^= static_cast<char>(1U << random() % 8);
        const std::string sentence = read(damaged);
        // Without its name the checksum is none; and 1E-05 is 1e-05.
        const bool harmless = at - whole.find("\"checksum\"") < 10 || damaged[at] == 'E';
        QVERIFY2(harmless || !sentence.empty(), qPrintable(QString("byte %1 of %2").arg(at).arg(whole.size())));
        QVERIFY2(sentence.find("json.exception") == std::string::npos, sentence.c_str());
      }
      std::string renamed = whole;
      const std::size_t word = renamed.rfind("\"Oslo\"");
      QVERIFY(word != std::string::npos);
      renamed[word + 1] = 'U';
      if (format != Format::npz) QVERIFY(read(renamed).find("was changed since the export") != std::string::npos);
      std::string empty = whole;
      const std::size_t files = empty.find("\"files\"");
      const std::size_t begin = empty.find('[', files);
      QVERIFY(files != std::string::npos);
      empty.erase(begin + 1, empty.find(']', begin) - begin - 1);
      QVERIFY(!read(empty).empty());
    }
  }

  void continuesWhatWasStopped() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    for (const Format format : {Format::csv, Format::npy, Format::webdataset, Format::mds, Format::zip}) {
      ShardOptions asked = options(format, 20);
      asked.out = path("whole");
      QVERIFY(writeShards(*dataset, asked, {2, 0}, job()));
      const auto whole = test::contentsBelow(path("whole"));
      asked.out = path("stopped");
      const std::uint64_t kept = stopHalfway(*dataset, asked);
      for (const auto& [name, text] : test::contentsBelow(asked.out))
        QVERIFY2(name.starts_with("export.partial/"), name.c_str());
      // Other choices are another export.
      ShardOptions other = asked;
      other.resume = true;
      other.shuffle = 1;
      if (kept > 0) QCOMPARE(writeShards(*dataset, other, {1, 0}, job()).error().code, Errc::invalidArgument);
      asked.resume = true;
      const fs::path shard = asked.out / "export.partial/files/all/split_data_00000.csv";
      // As long as it was: made again.
      if (kept > 0 && format == Format::csv && fs::exists(shard)) {
        std::string bytes = *io::readText(shard);
        bytes.back() = '!';
        std::ofstream(shard, std::ios::binary) << bytes;
      }
      m_progress = std::make_unique<Progress>();
      const auto continued = writeShards(*dataset, asked, {1, 0}, job());
      QVERIFY2(continued, continued ? "" : continued.error().message.english().c_str());
      QVERIFY(test::contentsBelow(asked.out) == whole);
      fs::remove_all(path("whole"));
      fs::remove_all(path("stopped"));
    }
  }

  void twoExportsDoNotMix() {
    const auto dataset = make(false);
    QVERIFY(dataset);
    std::atomic<int> done = 0;
    std::atomic<int> refused = 0;
    {
      std::vector<std::jthread> both;
      for (int i = 0; i < 2; ++i) {
        both.emplace_back([&] {
          Progress progress;
          const auto shards = writeShards(*dataset, options(Format::csv, 10), {1, 0}, {{}, progress});
          if (shards) ++done;
          if (!shards && (shards.error().code == Errc::busy || shards.error().code == Errc::exists)) ++refused;
        });
      }
    }
    QCOMPARE(done + refused, 2);
    QVERIFY(done >= 1);
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  JobContext job() const { return {{}, *m_progress}; }
  ShardOptions options(Format format, std::uint64_t shardSamples = 700) const {
    ShardOptions asked;
    asked.format = format;
    asked.out = path("out");
    asked.shardSamples = shardSamples;
    return asked;
  }
  std::shared_ptr<const store::Dataset> make(bool waveforms) const {
    const auto made = waveforms ? test::makeWaveforms(path("made.h5"), kSamples)
                                : test::makeTable(path("made.h5"), kSamples, store::Compression::gzip);
    return made ? *made : nullptr;
  }

  /// How many samples were exported when the stop came.
  std::uint64_t stopHalfway(const store::Dataset& dataset, const ShardOptions& asked) {
    m_progress = std::make_unique<Progress>();
    std::stop_source stop;
    std::jthread canceller([&](const std::stop_token& done) {
      while (m_progress->total() != kSamples || m_progress->done() < kSamples / 2) {
        if (done.stop_requested()) return;
        std::this_thread::yield();
      }
      stop.request_stop();
    });
    const auto shards = writeShards(dataset, asked, {2, 0}, {stop.get_token(), *m_progress});
    canceller.request_stop();
    canceller.join();
    if (shards) {
      fs::remove_all(asked.out);
      return 0;
    }
    return m_progress->done();
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::unique_ptr<Progress> m_progress;
};

MASU_TEST(ReadBackTest)
#include "restore_test.moc"
