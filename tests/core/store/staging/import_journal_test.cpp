// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <set>

#include "core/base/byte_record.h"
#include "core/base/hash.h"
#include "core/store/staging/journal_record.h"
#include "core/store/write/dataset_writer.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 1000;
constexpr const char* kIdentity = "these sources, this recipe";

store::WriteOptions journaled(bool resume, const char* identity = kIdentity) {
  return {.overwrite = false, .sync = false, .splitsFrom = {}, .identity = identity, .resume = resume};
}

std::vector<std::byte> stateOf(std::uint64_t samples) {
  ByteWriter state;
  state.put(samples);
  return state.take();
}

std::string textOf(std::uint64_t sample) {
  return sample % 10 == 0 ? "" : "note " + std::to_string(sample * sample);
}

std::string companionLine(std::uint64_t sample) {
  return "sample " + std::to_string(sample) + "\n";
}

}  // namespace

class ImportJournalTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void anInterruptedWriterGivesTheSameFile_data() { compressions(); }
  void anInterruptedWriterGivesTheSameFile() {
    QFETCH(masu::store::Compression, compression);
    m_contents = someContent(kSamples, compression);
    {
      auto writer = store::DatasetWriter::create(path("whole/F.h5"), infosOf(m_contents), {.sync = false});
      REQUIRE_OK(writer);
      REQUIRE_OK(write(**writer, 0, kSamples));
      REQUIRE_OK(finish(**writer));
    }
    std::mt19937 random(7);
    for (int round = 0; round < 30; ++round) {
      const auto file = path(std::to_string(round) + "/F.h5");
      std::uint64_t done = 0;
      while (done < kSamples) {
        auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true));
        REQUIRE_OK(writer);
        QCOMPARE((*writer)->resumed().has_value(), done > 0);
        if (done > 0) {
          QCOMPARE((*writer)->resumed()->samples, done);
          QCOMPARE((*writer)->resumed()->state, stateOf(done));
          QCOMPARE(store::interruptedImport(file)->checkpoint.samples, done);
        }
        // Up to three checkpoints in one life, then samples that no checkpoint tells of.
        for (unsigned i = 0; i < 1 + random() % 3 && done < kSamples; ++i) {
          const std::uint64_t next = std::min(done + 1 + random() % 300, kSamples);
          REQUIRE_OK(write(**writer, done, next));
          REQUIRE_OK(note(**writer, next));
          done = next;
        }
        if (done < kSamples) REQUIRE_OK(write(**writer, done, std::min(done + random() % 400, kSamples)));
      }
      auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true));
      REQUIRE_OK(writer);
      REQUIRE_OK(finish(**writer));
      writer->reset();
      QVERIFY(bytesOf(file) == bytesOf(path("whole/F.h5")));
      QCOMPARE(bytesOf(path("companion")), m_companion);
      QVERIFY(!fs::exists(file.string() + ".partial"));
    }
  }

  void aWidenedObjectIsGoneOnWithAsItWasNoted_data() { compressions(); }
  void aWidenedObjectIsGoneOnWithAsItWasNoted() {
    QFETCH(masu::store::Compression, compression);
    const ObjectInfo narrow{
        .name = "features", .dtype = DType::i8, .sampleShape = {3}, .chunkSamples = 64, .compression = compression};
    const auto small = someValues(DType::i8, 3 * kSamples, 1);
    std::vector<std::byte> wide(3 * kSamples * 2);
    for (std::size_t i = 0; i < small.size(); ++i) {
      const auto value = static_cast<std::int16_t>(static_cast<std::int8_t>(small[i]));
      std::memcpy(wide.data() + 2 * i, &value, 2);
    }
    const auto tail = std::span(wide).subspan(500 * 6);
    {
      auto writer = store::DatasetWriter::create(path("whole/F.h5"), {narrow}, {.sync = false});
      REQUIRE_OK((*writer)->write(0, 0, std::span(small).first(500 * 3)));
      REQUIRE_OK((*writer)->widen(0, DType::i16));
      REQUIRE_OK((*writer)->write(0, 500, tail));
      REQUIRE_OK((*writer)->finish(kSamples, someMeta(), {{}, m_progress}));
    }
    const std::vector<std::uint64_t> written = {500};
    // Noted, and then wider when it died: the narrow one counts.
    {
      auto writer = store::DatasetWriter::create(path("F.h5"), {narrow}, journaled(false));
      REQUIRE_OK((*writer)->write(0, 0, std::span(small).first(500 * 3)));
      REQUIRE_OK((*writer)->checkpoint(written, {500, {}}));
      REQUIRE_OK((*writer)->widen(0, DType::i16));
      REQUIRE_OK((*writer)->write(0, 500, tail));
    }
    // Wider before it was noted: the wide one counts, and the narrow one's file is gone.
    {
      auto writer = store::DatasetWriter::create(path("F.h5"), {narrow}, journaled(true));
      REQUIRE_OK(writer);
      QVERIFY((*writer)->resumed());
      REQUIRE_OK((*writer)->write(0, 500, std::span(small).subspan(1500, 150)));
      REQUIRE_OK((*writer)->widen(0, DType::i16));
      REQUIRE_OK((*writer)->checkpoint(written, {500, {}}));
    }
    QVERIFY(!fs::exists(path("F.h5.partial/part0")));
    auto writer = store::DatasetWriter::create(path("F.h5"), {narrow}, journaled(true));
    REQUIRE_OK(writer);
    QVERIFY((*writer)->resumed());
    REQUIRE_OK((*writer)->write(0, 500, tail));
    REQUIRE_OK((*writer)->finish(kSamples, someMeta(), {{}, m_progress}));
    QVERIFY(bytesOf(path("F.h5")) == bytesOf(path("whole/F.h5")));
  }

  void aDamagedJournalCountsForNothing() {
    m_contents = someContent(kSamples, Compression::gzip);
    const auto file = path("F.h5");
    const fs::path folder = path("F.h5.partial");
    interruptAt(file, 300);
    const std::string whole = bytesOf(folder / "journal");
    fs::copy(folder, path("kept"), fs::copy_options::recursive);
    const auto begunAgain = [&] {
      if (store::interruptedImport(file)) return false;
      const auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true));
      return writer && !(*writer)->resumed();
    };
    const auto restore = [&] {
      fs::remove_all(folder);
      fs::copy(path("kept"), folder, fs::copy_options::recursive);
    };
    for (std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{24}, whole.size() / 2, whole.size() - 1}) {
      writeBytes(folder / "journal", whole.substr(0, size));
      QVERIFY(begunAgain());
      restore();
    }
    for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 40) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
      writeBytes(folder / "journal", flipped);
      QVERIFY(begunAgain());
      restore();
    }
    fs::remove(folder / "part1");
    QVERIFY(begunAgain());
    restore();
    QVERIFY(store::interruptedImport(file));
    // Cut short beside an intact journal: found out when the parts are opened.
    fs::resize_file(folder / "part0", fs::file_size(folder / "part0") / 2);
    const auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true));
    REQUIRE_OK(writer);
    QVERIFY(!(*writer)->resumed());
  }

  void damagedStagingFilesAreMadeAgain_data() { compressions(); }
  void damagedStagingFilesAreMadeAgain() {
    QFETCH(masu::store::Compression, compression);
    m_contents = someContent(kSamples, compression);
    const auto file = path("F.h5");
    const fs::path folder = path("F.h5.partial");
    interruptAt(file, 300);
    fs::copy(folder, path("kept"), fs::copy_options::recursive);
    int damaged = 0;
    for (const std::string& name : namesIn(path("kept"))) {
      const std::string whole = bytesOf(path("kept") / name);
      if (name == "lock" || name == "journal" || whole.empty()) continue;
      // One byte of what the journal speaks of, as far as there is one: the last, but for what is cut off.
      fs::remove_all(folder);
      fs::copy(path("kept"), folder, fs::copy_options::recursive);
      std::string bytes = whole;
      const std::size_t at = name.find('.') == std::string::npos && whole.size() > 4096 ? 4096 : 0;
      bytes[at] = static_cast<char>(bytes[at] ^ 1);
      writeBytes(folder / name, bytes);
      auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true));
      REQUIRE_OK(writer);
      if (!(*writer)->resumed()) ++damaged;
      const std::uint64_t from = (*writer)->resumed() ? 300 : 0;
      REQUIRE_OK(write(**writer, from, kSamples));
      REQUIRE_OK(finish(**writer));
      const auto dataset = store::Dataset::open(file);
      REQUIRE_OK(dataset);
      for (const ObjectInfo& object : (*dataset)->storedObjects()) {
        for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk)
          QVERIFY2(*(*dataset)->chunkIntact(object, chunk), name.c_str());
      }
      for (const char* left : {"F.h5", "F.splits.h5"}) fs::remove(path(left));
    }
    QVERIFY(damaged > 10);
  }

  void aForgedJournalLeadsOutOfNoFolder() {
    m_contents = someContent(kSamples, Compression::none);
    const auto file = path("F.h5");
    const fs::path folder = path("F.h5.partial");
    interruptAt(file, 300);
    const auto record = store::JournalRecord::read(folder);
    QVERIFY(record);
    const auto begunAgain = [&](const std::function<void(store::JournalRecord&)>& forge) {
      store::JournalRecord forged = *record;
      forge(forged);
      if (!forged.write(folder, false)) return false;
      const auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true));
      return writer && !(*writer)->resumed();
    };
    for (const char* name : {"../victim", "victim", "..", "", "lock", "journal", "part", "part0/../../victim", "part00",
                             "part1", "part99"}) {
      fs::copy(folder, path("kept"), fs::copy_options::recursive | fs::copy_options::overwrite_existing);
      for (const char* ending : {"", ".chunks"}) {
        writeBytes(path("victim") += ending, "mine");
        writeBytes((folder / "victim") += ending, "mine");
      }
      QVERIFY2(begunAgain([&](auto& forged) { forged.objects[0].file = name; }), name);
      QCOMPARE(bytesOf(path("victim")), std::string("mine"));
      fs::remove_all(folder);
      fs::rename(path("kept"), folder);
    }
    fs::copy(folder, path("kept"), fs::copy_options::recursive);
    using Record = store::JournalRecord;
    const std::vector<std::function<void(Record&)>> forgeries = {
        [](Record& forged) { forged.objects[0].dtype = static_cast<DType>(77); },
        [](Record& forged) { forged.objects[0].dtype = DType::f64; },
        [](Record& forged) { forged.objects[0].chunkSamples = 0; },
        [](Record& forged) { forged.objects[0].chunkSamples = ~std::uint64_t{0}; },
        [](Record& forged) { forged.objects[0].samples = ~std::uint64_t{0} / 20 + 1; },
        [](Record& forged) { forged.texts[0].bytes.samples = std::uint64_t{1} << 63U; },
        [](Record& forged) { forged.texts[0].ends.dtype = DType::u8; },
        [](Record& forged) { forged.texts[0].ends.file = forged.texts[0].bytes.file; },
        [](Record& forged) { forged.objects.pop_back(); },
        [](Record& forged) { forged.parts = 1; },
    };
    for (const auto& forge : forgeries) {
      QVERIFY(begunAgain(forge));
      fs::remove_all(folder);
      fs::copy(path("kept"), folder, fs::copy_options::recursive);
    }
    // A link in the place of a part, and of the folder.
    writeBytes(path("victim"), std::string(1U << 16U, 'x'));
    fs::remove(folder / "part0");
    fs::create_symlink(path("victim"), folder / "part0");
    QVERIFY(begunAgain([](auto&) {}));
    QCOMPARE(bytesOf(path("victim")), std::string(1U << 16U, 'x'));
    fs::remove_all(folder);
    fs::create_symlink(path("kept"), folder);
    const auto names = namesIn(path("kept"));
    QCOMPARE(store::DatasetWriter::create(file, infosOf(m_contents), journaled(false)).error().code, Errc::exists);
    QCOMPARE(namesIn(path("kept")), names);
  }

  void aForgedByteEndsNoWriter_data() { compressions(); }
  void aForgedByteEndsNoWriter() {
    QFETCH(masu::store::Compression, compression);
    m_contents = someContent(kSamples, compression);
    const auto file = path("F.h5");
    const fs::path folder = path("F.h5.partial");
    interruptAt(file, 300);
    fs::copy(folder, path("kept"), fs::copy_options::recursive);
    const std::string whole = bytesOf(folder / "journal");
    std::mt19937 random(9);
    const std::set<std::string> ours = {"F.h5", "F.h5.partial", "F.splits.h5", "companion", "kept"};
    for (int round = 0; round < 150; ++round) {
      std::string forged = whole;
      const std::size_t at = 24 + random() % (forged.size() - 24);
      forged[at] = static_cast<char>(forged[at] ^ (1U << random() % 8));
      const std::uint64_t checksum = hash64(std::as_bytes(std::span(forged).subspan(24)));
      std::memcpy(forged.data() + 16, &checksum, sizeof checksum);
      writeBytes(folder / "journal", forged);
      if (auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true))) {
        const std::uint64_t from = (*writer)->resumed() ? 300 : 0;
        if (auto written = write(**writer, from, kSamples)) written = finish(**writer);
      }
      for (const std::string& name : namesIn(m_folder->path().toStdString()))
        QVERIFY2(ours.contains(name), name.c_str());
      if (fs::exists(file)) static_cast<void>(store::Dataset::open(file));
      for (const char* left : {"F.h5", "F.splits.h5", "companion"}) fs::remove(path("") / left);
      fs::remove_all(folder);
      fs::copy(path("kept"), folder, fs::copy_options::recursive);
    }
  }

  void comparingWhatIsStoredShowsHowFarItIs() {
    m_contents = someContent(kSamples, store::Compression::gzip);
    const auto file = path("F.h5");
    interruptAt(file, 300);
    Progress progress;
    store::WriteOptions options = journaled(true);
    options.progress = &progress;
    const auto writer = store::DatasetWriter::create(file, infosOf(m_contents), options);
    REQUIRE_OK(writer);
    QVERIFY((*writer)->resumed());
    QCOMPARE(progress.stage(), std::string_view("Comparing what is stored already"));
    QVERIFY(progress.done() > 0 && progress.done() <= progress.total());
  }

  void anotherIdentityIsRefusedAndNothingTouched() {
    m_contents = someContent(kSamples, Compression::none);
    const auto file = path("F.h5");
    interruptAt(file, 300);
    const auto names = namesIn(path("F.h5.partial"));
    const auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(true, "other sources"));
    QVERIFY(!writer);
    QCOMPARE(writer.error().code, Errc::invalidArgument);
    QCOMPARE(namesIn(path("F.h5.partial")), names);
    QCOMPARE(store::interruptedImport(file)->checkpoint.samples, std::uint64_t{300});
    QCOMPARE(store::interruptedImport(file)->identity, std::string(kIdentity));
  }

  void onlyACheckpointLeavesSomething() {
    m_contents = someContent(kSamples, Compression::none);
    const auto file = path("F.h5");
    {
      auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(false));
      REQUIRE_OK(write(**writer, 0, 100));
      QVERIFY((*writer)->readyForCheckpoint());
    }
    QCOMPARE(namesIn(m_folder->path().toStdString()), std::vector<std::string>());
    {
      auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(false));
      REQUIRE_OK(write(**writer, 0, 100));
      REQUIRE_OK(note(**writer, 100));
      (*writer)->forget();
    }
    QCOMPARE(namesIn(m_folder->path().toStdString()), std::vector<std::string>());
    interruptAt(file, 300);
    QVERIFY(store::interruptedImport(file));
    // Nobody asked to go on with it.
    {
      auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(false));
      REQUIRE_OK(writer);
      QVERIFY(!(*writer)->resumed());
      QVERIFY(!store::interruptedImport(file));
    }
    QCOMPARE(namesIn(m_folder->path().toStdString()), std::vector<std::string>());
  }

 private:
  static void compressions() {
    QTest::addColumn<masu::store::Compression>("compression");
    QTest::newRow("none") << Compression::none;
    QTest::newRow("gzip") << Compression::gzip;
  }
  fs::path path(const std::string& name) const {
    const fs::path full = fs::path(m_folder->path().toStdString()) / name;
    // The file's own name is in it, so two that are to be alike lie in folders of their own.
    if (full.extension() == ".h5") fs::create_directories(full.parent_path());
    return full;
  }

  Result<void> write(store::DatasetWriter& writer, std::uint64_t first, std::uint64_t end) const {
    for (std::size_t i = 0; i < m_contents.size(); ++i)
      MASU_CHECK(writePiece(writer, m_contents[i], {i, first, end - first}));
    std::vector<std::string> texts;
    for (std::uint64_t sample = first; sample < end; ++sample) {
      texts.push_back(textOf(sample));
      if (sample % 100 == 0) MASU_CHECK(writer.appendSideFile(companionLine(sample)));
    }
    return writer.appendTexts("note", texts);
  }

  Result<void> note(store::DatasetWriter& writer, std::uint64_t samples) const {
    const std::vector<std::uint64_t> written(m_contents.size(), samples);
    return writer.checkpoint(written, {samples, stateOf(samples)});
  }

  Result<void> finish(store::DatasetWriter& writer) {
    MASU_TRY(const io::File companion, io::File::create(path("companion")));
    MASU_CHECK(writer.copySideFile(companion));
    if (m_companion.empty()) m_companion = bytesOf(path("companion"));
    MASU_TRY(const auto done, writer.finish(kSamples, someMeta(), {{}, m_progress}));
    return done.bytes > 0 ? Result<void>{} : fail(Errc::internal, "an empty file");
  }

  void interruptAt(const fs::path& file, std::uint64_t samples) const {
    auto writer = store::DatasetWriter::create(file, infosOf(m_contents), journaled(false));
    REQUIRE_OK(writer);
    REQUIRE_OK(write(**writer, 0, samples));
    REQUIRE_OK(note(**writer, samples));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  std::vector<Content> m_contents;
  std::string m_companion;
  Progress m_progress;
};

MASU_TEST(ImportJournalTest)
#include "import_journal_test.moc"
