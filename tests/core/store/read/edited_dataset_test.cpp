// SPDX-License-Identifier: GPL-3.0-or-later
// A dataset of several parts with what edits made of its labels, beside the same one as it was imported.
#include "core/store/read/edited_dataset.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/store/format/layout.h"
#include "core/store/read/label_editions.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;
using store::Dataset;
using store::LabelEdit;

class EditedDatasetTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 20'000;
  static constexpr std::uint64_t kEvery = 700;

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = fs::path(m_folder->path().toStdString()) / "F.h5";
    const auto contents = someContent(kSamples, Compression::none);
    auto writer = store::DatasetWriter::create(m_file, infosOf(contents), {.sync = false, .partBytes = 300'000});
    REQUIRE_OK(writer);
    for (const Piece& piece : wholePieces(contents.size(), kSamples))
      REQUIRE_OK(writePiece(**writer, contents[piece.object], piece));
    Progress progress;
    REQUIRE_OK((*writer)->finish(kSamples, someMeta(), {{}, progress}));
    const auto imported = store::openEdition(m_file, 0);
    REQUIRE_OK(imported);
    m_imported = *imported;
    QVERIFY(m_imported->partFiles().size() > 1);
  }

  void withoutEditsItIsTheFileItself() {
    const auto file = store::DatasetFile::open(m_file, store::Checking::onFirstRead);
    REQUIRE_OK(file);
    const auto dataset = store::withEdits(*file, {});
    REQUIRE_OK(dataset);
    QVERIFY(static_cast<const Dataset*>(file->get()) == dataset->get());
    QVERIFY(!(*dataset)->edition().isEdited());
  }

  void everyRangeAndEveryChunkHasTheEdits_data() {
    QTest::addColumn<int>("classes");
    QTest::newRow("codes of a byte") << 3;
    QTest::newRow("codes of two bytes") << 300;
  }
  void everyRangeAndEveryChunkHasTheEdits() {
    QFETCH(const int, classes);
    append(editTo(classes));
    const auto opened = Dataset::open(m_file);
    REQUIRE_OK(opened);
    const Dataset& edited = **opened;
    QCOMPARE(edited.meta().classes.size(), static_cast<std::size_t>(classes));
    const ObjectInfo labels = *edited.find("labels");
    QCOMPARE(labels.dtype, classes > 256 ? DType::u16 : DType::u8);
    QCOMPARE(m_imported->find("labels")->dtype, DType::u8);

    std::vector<double> expected = *m_imported->readValues(*m_imported->find("labels"), 0, kSamples);
    for (std::uint64_t sample = 0; sample < kSamples; sample += kEvery) expected[sample] = classes - 1;
    QCOMPARE(*edited.readValues(labels, 0, kSamples), expected);
    const auto middle = edited.readValues(labels, kEvery - 1, 3);
    REQUIRE_OK(middle);
    QVERIFY(std::ranges::equal(*middle, std::span(expected).subspan(kEvery - 1, 3)));

    // By chunks, as a stream reads them: the same bytes as by ranges.
    for (std::uint64_t chunk = 0; chunk < labels.chunks(); ++chunk) {
      const std::uint64_t first = chunk * labels.chunkSamples;
      const std::uint64_t count = std::min(labels.chunkSamples, kSamples - first);
      std::vector<std::byte> whole(count * labels.sampleBytes());
      std::vector<std::byte> range(whole.size());
      REQUIRE_OK(edited.readChunk(labels, chunk, whole));
      REQUIRE_OK(edited.read(labels, first, count, range));
      QVERIFY(whole == range);
    }
  }

  void checksumsAreThoseOfWhatIsRead() {
    append(editTo(300));
    const auto opened = Dataset::open(m_file);
    REQUIRE_OK(opened);
    const Dataset& edited = **opened;
    const ObjectInfo labels = *edited.find("labels");
    int differ = 0;
    for (const ObjectInfo& stored : edited.storedObjects()) {
      const auto sums = edited.chunkSums(stored);
      REQUIRE_OK(sums);
      QCOMPARE(sums->size(), stored.chunks());
      const auto before = m_imported->chunkSums(stored);
      REQUIRE_OK(before);
      if (stored.name != "labels") {
        QCOMPARE(*sums, *before);
        continue;
      }
      for (std::uint64_t chunk = 0; chunk < sums->size(); ++chunk) {
        const std::uint64_t first = chunk * stored.chunkSamples;
        const std::uint64_t count = std::min(stored.chunkSamples, stored.samples - first);
        std::vector<std::byte> codes(count * labels.sampleBytes());
        REQUIRE_OK(edited.read(labels, stored.first + first, count, codes));
        QCOMPARE((*sums)[chunk], hash64(codes));
        differ += (*sums)[chunk] != (*before)[chunk] ? 1 : 0;
        // The file itself is whole, whatever was edited.
        const auto intact = edited.chunkIntact(stored, chunk);
        QVERIFY(intact && *intact);
      }
    }
    QVERIFY(differ > 0);
  }

  void everythingElseIsThatOfTheFile() {
    append(editTo(3));
    const auto opened = Dataset::open(m_file);
    REQUIRE_OK(opened);
    const Dataset& edited = **opened;
    QCOMPARE(edited.uuid(), m_imported->uuid());
    QCOMPARE(edited.samples(), kSamples);
    QCOMPARE(edited.fileBytes(), m_imported->fileBytes());
    QCOMPARE(edited.partBytes(), m_imported->partBytes());
    QVERIFY(edited.partFiles() == m_imported->partFiles());
    QVERIFY(edited.uncovered() == m_imported->uncovered());
    QVERIFY(edited.compareStructure());
    for (const ObjectInfo& object : edited.objects()) {
      if (object.name == "labels" || object.element != store::Element::number) continue;
      const auto here = edited.readValues(object, kSamples - 300, 300);
      const auto there = m_imported->readValues(object, kSamples - 300, 300);
      REQUIRE_OK(here);
      REQUIRE_OK(there);
      QCOMPARE(*here, *there);
    }
  }

  void anyEditionCanBeOpened() {
    append(editTo(3));
    append(editTo(300));
    append(std::nullopt);
    for (const auto& [edition, classes] : {std::pair(0U, 2U), std::pair(1U, 3U), std::pair(2U, 300U)}) {
      const auto opened = store::openEdition(m_file, edition);
      REQUIRE_OK(opened);
      QCOMPARE((*opened)->meta().classes.size(), std::size_t{classes});
      QCOMPARE((*opened)->edition().number, std::uint64_t{edition});
    }
    // The last one returned to the labels of the import.
    const auto now = Dataset::open(m_file);
    REQUIRE_OK(now);
    QCOMPARE((*now)->edition(), (store::LabelEdition{3, {}}));
    QCOMPARE((*now)->meta().classes, m_imported->meta().classes);
    const auto none = store::openEdition(m_file, 4);
    QVERIFY(!none);
    QCOMPARE(none.error().code, Errc::notFound);
  }

  void editsOfADatasetWithoutClassesAreRefused() {
    const fs::path plain = m_file.parent_path() / "G.h5";
    auto contents = someContent(100, Compression::none);
    std::erase_if(contents, [](const Content& content) { return content.info.name == "labels"; });
    auto writer = store::DatasetWriter::create(plain, infosOf(contents), {.sync = false});
    REQUIRE_OK(writer);
    for (const Piece& piece : wholePieces(contents.size(), 100))
      REQUIRE_OK(writePiece(**writer, contents[piece.object], piece));
    store::DatasetMeta meta = someMeta();
    meta.target = store::Target::none;
    meta.classes.clear();
    Progress progress;
    REQUIRE_OK((*writer)->finish(100, meta, {{}, progress}));
    auto edits = store::openEdits(plain);
    REQUIRE_OK(edits);
    LabelEdit edit;
    edit.classes = {"a"};
    REQUIRE_OK(edits->append({0, "test", 1, 1, edit}, store::layout::splitsPath(plain), allowed));
    const auto opened = Dataset::open(plain);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Errc::unsupported);
    for (const fs::path& named : {plain, store::layout::editsPath(plain)})
      QVERIFY(opened.error().message.english().find(named.filename().string()) != std::string::npos);
    REQUIRE_OK(store::openEdition(plain, 0));
  }

 private:
  static Result<void> allowed() { return {}; }

  /// So many classes; every kEvery-th sample is of the last one.
  static LabelEdit editTo(int classes) {
    LabelEdit edit;
    edit.classes = someMeta().classes;
    while (edit.classes.size() < static_cast<std::size_t>(classes))
      edit.classes.push_back("class " + std::to_string(edit.classes.size()));
    for (std::uint64_t sample = 0; sample < kSamples; sample += kEvery) edit.samples.add(sample);
    edit.codes = {static_cast<std::uint32_t>(classes - 1)};
    return edit;
  }
  /// Of the last edition; nothing: back to the labels of the import.
  void append(std::optional<LabelEdit> edit) const {
    auto edits = store::openEdits(m_file);
    REQUIRE_OK(edits);
    const std::uint64_t base = edit ? edits->current().number : 0;
    REQUIRE_OK(edits->append({base, "test", 1, 1, std::move(edit)}, store::layout::splitsPath(m_file), allowed));
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_file;
  std::shared_ptr<const Dataset> m_imported;
};

MASU_TEST(EditedDatasetTest)
#include "edited_dataset_test.moc"
