// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/plain_writer.h"

#include "core/base/hash.h"
#include "core/store/format/layout.h"
#include "core/store/format/object_info.h"
#include "core/store/splits/splits_file.h"
#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

namespace {

/// Enough for several chunks of most objects.
constexpr std::uint64_t kSamples = 150'000;

/// Every sort of object as it is stored, a column of texts among them.
std::vector<Content> storedContent() {
  std::vector<Content> contents = someContent(kSamples, Compression::none);
  for (Content& content : contents) {
    if (content.info.name != "origin") continue;
    content.info.element = store::Element::origin;
    content.bytes = store::packOrigins(content.bytes);
  }
  std::vector<std::uint64_t> ends;
  std::string text;
  for (std::uint64_t i = 0; i < kSamples; ++i) {
    text += i % 3 == 0 ? "" : "枡 " + std::to_string(i);
    ends.push_back(text.size());
  }
  const auto bytesOf = [](auto& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return std::vector(bytes.begin(), bytes.end());
  };
  contents.push_back({{.name = "kept/note", .element = store::Element::textEnds}, bytesOf(ends)});
  contents.push_back(
      {{.name = "kept/note", .samples = text.size(), .element = store::Element::textBytes}, bytesOf(text)});
  for (Content& content : contents) {
    if (content.info.element != store::Element::textBytes) content.info.samples = kSamples;
  }
  return contents;
}

Result<void> writePlain(const fs::path& file, const std::vector<Content>& contents, unsigned seed) {
  std::ofstream out(file, std::ios::binary);
  MASU_TRY(const auto writer, store::PlainWriter::create(file, infosOf(contents), kSamples, someMeta(),
                                                         [&](std::span<const std::byte> bytes) -> Result<void> {
                                                           out.write(reinterpret_cast<const char*>(bytes.data()),
                                                                     static_cast<std::streamsize>(bytes.size()));
                                                           return {};
                                                         }));
  std::vector<std::byte> all;
  for (const Content& content : contents) all.insert(all.end(), content.bytes.begin(), content.bytes.end());
  std::mt19937 random(seed);
  for (std::span<const std::byte> left = all; !left.empty();) {
    const auto piece = left.first(std::min<std::size_t>(left.size(), 1 + random() % 1'000'000));
    MASU_CHECK(writer->append(piece));
    left = left.subspan(piece.size());
  }
  MASU_CHECK(writer->finish());
  out.close();
  if (fs::file_size(file) == writer->fileBytes()) return {};
  return fail(Errc::internal, MASU_TEXT("core", "{0} has another length than was given."), {file.string()});
}

}  // namespace

class PlainWriterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    m_contents = storedContent();
    REQUIRE_OK(writePlain(file(), m_contents, 1));
  }

  void isADatasetOfTheSameValues() {
    const auto dataset = store::Dataset::open(file());
    REQUIRE_OK(dataset);
    QCOMPARE((*dataset)->samples(), kSamples);
    QCOMPARE((*dataset)->uuid(), someMeta().uuid);
    QCOMPARE((*dataset)->meta().classes, someMeta().classes);
    QCOMPARE((*dataset)->objects().size(), m_contents.size());
    for (const Content& content : m_contents) {
      const auto& objects = (*dataset)->objects();
      const auto object = std::find_if(objects.begin(), objects.end(), [&](const ObjectInfo& one) {
        return one.name == content.info.name && one.element == content.info.element;
      });
      QVERIFY2(object != objects.end(), content.info.name.c_str());
      QCOMPARE(object->samples, content.info.samples);
      for (std::uint64_t chunk = 0; chunk < object->chunks(); ++chunk)
        QVERIFY(*(*dataset)->chunkIntact(*object, chunk));
      if (content.info.name == "origin") continue;
      std::vector<std::byte> values(content.bytes.size());
      REQUIRE_OK((*dataset)->read(*object, 0, object->samples, values));
      QVERIFY2(values == content.bytes, content.info.name.c_str());
    }
    const auto texts = (*dataset)->readTexts("note", 99'998, 3);
    REQUIRE_OK(texts);
    QCOMPARE(*texts, (std::vector<std::string>{"枡 99998", "", "枡 100000"}));
    std::vector<store::Origin> origins(kSamples);
    REQUIRE_OK((*dataset)->read(*(*dataset)->find("origin"), 0, kSamples, std::as_writable_bytes(std::span(origins))));
    QCOMPARE(origins[100'000].position, std::uint64_t{100'000} * 1000003);
  }

  void reportsAByteThatChanged() {
    std::string bytes = bytesOf(file());
    const auto dataset = store::Dataset::open(file());
    const std::string damaged = folder() + "/damaged.h5";
    bytes[bytes.size() / 3] ^= 1;
    writeBytes(damaged, bytes);
    const auto opened = store::Dataset::open(damaged);
    REQUIRE_OK(opened);
    int found = 0;
    for (const ObjectInfo& object : (*opened)->objects()) {
      for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk) found += !*(*opened)->chunkIntact(object, chunk);
    }
    QCOMPARE(found, 1);
  }

  void theSameValuesGiveTheSameBytesHoweverTheyCome() {
    const fs::path again = folder() + "/again.h5";
    REQUIRE_OK(writePlain(again, m_contents, 2));
    QVERIFY(bytesOf(again) == bytesOf(file()));
  }

  void firstManifestMakesItsSplitsFile() {
    auto splits = store::SplitsFile::open(file(), someMeta().uuid, kSamples);
    REQUIRE_OK(splits);
    QVERIFY(splits->manifests().empty());
    QCOMPARE(splits->read("default").error().code, Errc::notFound);
    store::Assignment assignment(kSamples, store::Split::test);
    assignment[5] = store::Split::train;
    REQUIRE_OK(splits->write({"default", "{}", false}, assignment));
    const auto again = store::SplitsFile::open(file(), someMeta().uuid, kSamples);
    REQUIRE_OK(again);
    QVERIFY(*again->read("default") == assignment);
    fs::remove(store::layout::splitsPath(file()));
  }

  void h5pyFindsObjectsInOnePieceAndNoLinkThatLeadsOut() {
    for (const Content& content : m_contents) {
      std::string name = store::layout::pathOf(content.info);
      std::replace(name.begin(), name.end(), '/', '_');
      writeBytes(folder() + "/" + name + ".bin",
                 {reinterpret_cast<const char*>(content.bytes.data()), content.bytes.size()});
    }
    const auto output = run("/usr/bin/python3", {MASU_FIXTURES "/readers/read_plain.py", m_folder.path()});
    QVERIFY(output.has_value());
    QCOMPARE(output->trimmed(), QByteArray("equal"));
  }

 private:
  std::string folder() const { return m_folder.path().toStdString(); }
  fs::path file() const { return folder() + "/F.h5"; }

  QTemporaryDir m_folder;
  std::vector<Content> m_contents;
};

MASU_TEST(PlainWriterTest)
#include "plain_writer_test.moc"
