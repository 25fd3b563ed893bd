// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/dataset_opening.h"

#include "tests/fixtures/store_fixture.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::test;

/// A dataset gathered from its own file and from its parts.
class DatasetOpeningTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 20000;

  QTemporaryDir m_folder;
  fs::path in(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

  Result<void> write(const char* name, std::uint64_t partBytes) const {
    const auto contents = someContent(kSamples, Compression::none);
    MASU_TRY(auto writer,
             store::DatasetWriter::create(in(name), infosOf(contents), {.sync = false, .partBytes = partBytes}));
    for (const Piece& piece : wholePieces(contents.size(), kSamples)) {
      MASU_CHECK(writePiece(*writer, contents[piece.object], piece));
    }
    Progress progress;
    MASU_CHECK(writer->finish(kSamples, someMeta(), {{}, progress}));
    return {};
  }

 private Q_SLOTS:
  void initTestCase() {
    REQUIRE_OK(write("one.h5", 0));
    REQUIRE_OK(write("parts.h5", 300000));
  }

  void extentsFollowEachOtherWithoutAGap() {
    for (const char* name : {"one.h5", "parts.h5"}) {
      const auto content = store::readContent(in(name), {});
      REQUIRE_OK(content);
      QCOMPARE(content->samples, kSamples);
      QCOMPARE(content->files.size() > 1, std::string(name) == "parts.h5");
      QCOMPARE(content->sums.size(), content->files.size());
      QCOMPARE(content->masterSum.has_value(), !content->parts.empty());
      std::size_t number = 0;
      for (const store::StoredObject& object : content->objects) {
        std::uint64_t next = 0;
        for (const store::Extent& extent : object.extents) {
          QCOMPARE(extent.info.first, next);
          QVERIFY(extent.info.samples > 0 && extent.file < content->files.size());
          QCOMPARE(extent.number, number++);
          next = extent.info.end();
        }
        QCOMPARE(next, object.info.samples);
      }
    }
  }

  void everySampleIsInItsExtent() {
    const auto content = store::readContent(in("parts.h5"), {});
    REQUIRE_OK(content);
    for (const store::StoredObject& object : content->objects) {
      QVERIFY(object.extents.size() > 1);
      for (const store::Extent& extent : object.extents) {
        QCOMPARE(object.extentOf(extent.info.first).number, extent.number);
        QCOMPARE(object.extentOf(extent.info.end() - 1).number, extent.number);
      }
    }
  }

  void aPartThatIsNotTheRightOneIsNamed() {
    const auto content = store::readContent(in("parts.h5"), {});
    REQUIRE_OK(content);
    const fs::path victim = content->files[1];
    const std::string whole = bytesOf(victim);
    const auto refusal = [&] {
      const auto read = store::readContent(in("parts.h5"), {});
      return read ? Error(Errc::internal, "read") : read.error();
    };
    const auto names = [&](const Error& error) {
      const std::string sentence = error.message.english();
      return sentence.find(victim.string()) != std::string::npos &&
             sentence.find(in("parts.h5").string()) != std::string::npos;
    };
    fs::remove(victim);
    QVERIFY(refusal().code == Errc::notFound && names(refusal()));
    writeBytes(victim, whole + "x");
    QVERIFY(refusal().code == Errc::damaged && names(refusal()));
    writeBytes(victim, whole);
    REQUIRE_OK(store::readContent(in("parts.h5"), {}));
  }

  void aStoppedReadIsCancelled() {
    std::stop_source source;
    source.request_stop();
    QVERIFY(store::readContent(in("parts.h5"), source.get_token()).error().code == Errc::cancelled);
  }
};

MASU_TEST(DatasetOpeningTest)
#include "dataset_opening_test.moc"
