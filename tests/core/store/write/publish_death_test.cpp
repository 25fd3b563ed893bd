// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <cstdio>

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/folder_claim.h"
#include "core/store/splits/splits_file.h"
#include "core/store/staging/interrupted_writer.h"
#include "core/store/staging/journal_record.h"
#include "tests/fixtures/store_fixture.h"

using namespace masu;
using namespace masu::test;

namespace {

constexpr std::uint64_t kSamples = 20000;

/// How many files may still get a name outside a partial folder before this process dies; negative: all.
int renamesLeft = -1;

}  // namespace

/// The linker takes this one for the library's.
extern "C" int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept {
  if (std::strstr(to, ".partial/") == nullptr && renamesLeft-- == 0) ::kill(::getpid(), SIGKILL);
  return static_cast<int>(::syscall(SYS_renameat2, fromFolder, from, toFolder, to, flags));
}

enum class Way { fresh, over, append };
Q_DECLARE_METATYPE(Way)
Q_DECLARE_METATYPE(masu::store::Compression)

/// A writer that dies between any two of the renames that give a dataset its names.
class PublishDeathTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void leavesTheDatasetAsItWasAndOneToGoOnWith_data();
  void leavesTheDatasetAsItWasAndOneToGoOnWith();
  void isPutInOrderBeforeTheNextReads_data() { leavesTheDatasetAsItWasAndOneToGoOnWith_data(); }
  void isPutInOrderBeforeTheNextReads();
  void touchesNothingThatIsNotLeftBehind();
  void believesNoNoteAboutOtherFiles();

 private:
  struct Case {
    Way way = Way::fresh;
    Compression compression = Compression::none;
    std::uint64_t partBytes = 0;
  };

  static store::DatasetMeta metaOf(Way way) {
    store::DatasetMeta meta = someMeta();
    if (way == Way::append) meta.parent = meta.uuid;
    if (way != Way::fresh) meta.uuid = "98765432-89ab-8def-8123-456789abcdef";
    return meta;
  }
  static Result<void> fill(store::DatasetWriter& writer, const std::vector<Content>& contents) {
    for (const Piece& piece : wholePieces(contents.size(), kSamples))
      MASU_CHECK(writePiece(writer, contents[piece.object], piece));
    return writer.appendTexts("note", std::vector<std::string>(kSamples, "text"));
  }

  /// Made once for each compression.
  static const std::vector<Content>& contentsIn(Compression compression) {
    static std::map<Compression, std::vector<Content>> made;
    if (!made.contains(compression)) made[compression] = someContent(kSamples, compression);
    return made[compression];
  }

  /// What lies there before: a dataset with a manifest that somebody drew.
  static Result<void> prepare(const fs::path& folder, const Case& each) {
    fs::create_directory(folder);
    if (each.way == Way::fresh) return {};
    const auto& contents = contentsIn(each.compression);
    MASU_TRY(auto writer, store::DatasetWriter::create(folder / "F.h5", infosOf(contents),
                                                       {.sync = false, .partBytes = each.partBytes}));
    MASU_CHECK(fill(*writer, contents));
    Progress progress;
    MASU_CHECK(writer->finish(kSamples, metaOf(Way::fresh), {{}, progress}));
    MASU_TRY(auto splits, store::SplitsFile::open(folder / "F.h5", metaOf(Way::fresh).uuid, kSamples));
    return splits.write({.name = "mine", .origin = "by hand"}, store::Assignment(kSamples, store::Split::test));
  }

  /// Writes the dataset, going on with what is there.
  static Result<bool> write(const fs::path& folder, const Case& each, bool resume = false) {
    store::WriteOptions options{.overwrite = each.way == Way::over, .sync = false};
    if (each.way == Way::append) {
      MASU_TRY(options.appendTo, store::Dataset::open(folder / "F.h5"));
      MASU_TRY(const auto splits,
               store::SplitsFile::open(folder / "F.h5", options.appendTo->uuid(), options.appendTo->samples()));
      options.splitsFrom = splits.path();
    } else {
      options.partBytes = each.partBytes;
      options.identity = "these sources, this recipe";
      options.resume = resume;
    }
    const auto& contents = contentsIn(each.compression);
    MASU_TRY(auto writer, store::DatasetWriter::create(folder / "F.h5", infosOf(contents), options));
    const bool resumed = writer->resumed().has_value();
    if (!resumed) MASU_CHECK(fill(*writer, contents));
    const std::vector<std::uint64_t> written(contents.size(), kSamples);
    if (!resumed) MASU_CHECK(writer->checkpoint(written, {kSamples, {}}));
    Progress progress;
    MASU_CHECK(writer->finish(kSamples, metaOf(each.way), {{}, progress}));
    return resumed;
  }

  /// True where the process died before it was done.
  static bool dies(const fs::path& folder, const Case& each, int renames) {
    const pid_t child = ::fork();
    if (child == 0) {
      renamesLeft = renames;
      ::_exit(write(folder, each) ? 0 : 1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) qFatal("The writer failed before it died.");
    return !WIFEXITED(status);
  }

  static std::map<std::string, std::string> contentOf(const fs::path& folder) {
    std::map<std::string, std::string> content;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) content[entry.path().filename().string()] = bytesOf(entry.path());
    }
    return content;
  }

  /// Whole as it was, whole as it is to be, or not there.
  static void checkInBetween(const fs::path& folder, const Case& each, bool published) {
    const auto dataset = store::Dataset::open(folder / "F.h5");
    QCOMPARE(dataset.has_value(), published || each.way != Way::fresh);
    if (!dataset) QCOMPARE(dataset.error().code, Errc::notFound);
    if (dataset) {
      QCOMPARE((*dataset)->uuid(), metaOf(published ? each.way : Way::fresh).uuid);
      for (const ObjectInfo& object : (*dataset)->storedObjects()) {
        for (std::uint64_t chunk = 0; chunk < object.chunks(); ++chunk)
          QVERIFY(*(*dataset)->chunkIntact(object, chunk));
      }
      if (published || each.way == Way::append)
        REQUIRE_OK(store::SplitsFile::open(folder / "F.h5", (*dataset)->uuid(), (*dataset)->samples()));
    }
    for (const std::string& name : namesIn(folder)) {
      // The first part of one that was appended to is a dataset by itself.
      if (name.find(".part0") != std::string::npos && each.way != Way::append)
        QVERIFY(!store::Dataset::open(folder / name));
    }
  }

  QTemporaryDir m_folder;
};

void PublishDeathTest::leavesTheDatasetAsItWasAndOneToGoOnWith_data() {
  QTest::addColumn<Way>("way");
  QTest::addColumn<masu::store::Compression>("compression");
  QTest::addColumn<quint64>("partBytes");
  for (const auto& [name, compression] : {std::pair("none", Compression::none), {"gzip", Compression::gzip}}) {
    for (const quint64 partBytes : {0U, compression == Compression::none ? 300000U : 70000U}) {
      const QByteArray how = QByteArray(name) + (partBytes > 0 ? ", in parts" : "");
      QTest::newRow("new, " + how) << Way::fresh << compression << partBytes;
      QTest::newRow("over another, " + how) << Way::over << compression << partBytes;
      QTest::newRow("appended, " + how) << Way::append << compression << partBytes;
    }
  }
}

void PublishDeathTest::leavesTheDatasetAsItWasAndOneToGoOnWith() {
  QFETCH(Way, way);
  QFETCH(masu::store::Compression, compression);
  QFETCH(quint64, partBytes);
  const Case each{way, compression, partBytes};
  const fs::path root = fs::path(m_folder.path().toStdString()) / QTest::currentDataTag();
  fs::create_directory(root);
  REQUIRE_OK(prepare(root / "before", each));
  fs::copy(root / "before", root / "whole");
  REQUIRE_OK(write(root / "whole", each));
  const auto expected = contentOf(root / "whole");
  QVERIFY(partBytes == 0 || expected.size() > 4);
  int deaths = 0;
  for (bool died = true; died; ++deaths) {
    const fs::path folder = root / std::to_string(deaths);
    fs::copy(root / "before", folder);
    died = dies(folder, each, deaths);
    const auto now = contentOf(folder);
    const bool published = now.contains("F.h5") && now.at("F.h5") == expected.at("F.h5");
    checkInBetween(folder, each, published);
    if (QTest::currentTestFailed()) return;
    if (!published) {
      // Whoever begins again finds everything as it was, too.
      const bool resume = deaths % 2 == 0 && way != Way::append;
      const auto resumed = write(folder, each, resume);
      REQUIRE_OK(resumed);
      QCOMPARE(*resumed, resume);
    } else if (died && way != Way::append) {
      // Behind the last rename only what nobody needs is left, and goes with the next writer.
      const auto next = store::DatasetWriter::create(folder / "F.h5", {}, {.overwrite = true});
      REQUIRE_OK(next);
    }
    if (died && published && way == Way::append) continue;  // its splits file waits under another name
    QVERIFY(contentOf(folder) == expected);
    QCOMPARE(namesIn(folder), namesIn(root / "whole"));
  }
  // One a part, the splits file that was there and the new one, and the dataset; of what is appended to, one part.
  const std::size_t renames = way == Way::append ? 4 : way == Way::over ? expected.size() - 1 : expected.size();
  QVERIFY2(static_cast<std::size_t>(deaths) > renames, qPrintable(QString::number(deaths)));
}

void PublishDeathTest::isPutInOrderBeforeTheNextReads() {
  QFETCH(Way, way);
  QFETCH(masu::store::Compression, compression);
  QFETCH(quint64, partBytes);
  const Case each{way, compression, partBytes};
  const fs::path root = fs::path(m_folder.path().toStdString()) / "read" / QTest::currentDataTag();
  fs::create_directories(root);
  REQUIRE_OK(prepare(root / "before", each));
  const auto before = contentOf(root / "before");
  fs::copy(root / "before", root / "whole");
  REQUIRE_OK(write(root / "whole", each));
  const auto expected = contentOf(root / "whole");
  int restored = 0;
  int complete = 0;
  for (int deaths = 0;; ++deaths) {
    const fs::path folder = root / std::to_string(deaths);
    fs::copy(root / "before", folder);
    if (!dies(folder, each, deaths)) break;
    if (!fs::exists(folder / "F.h5")) {
      QCOMPARE(store::settleInterrupted(folder / "F.h5"), store::LeftBehind::nothing);
      continue;
    }
    const bool published = bytesOf(folder / "F.h5") == expected.at("F.h5");
    auto dead = contentOf(folder);
    dead.erase("F.splits.h5.lock");
    const bool same = dead == before;
    const store::LeftBehind left = store::settleInterrupted(folder / "F.h5");
    QCOMPARE(store::settleInterrupted(folder / "F.h5"), store::LeftBehind::nothing);
    if (published) {
      ++complete;
      QCOMPARE(left, store::LeftBehind::complete);
      QVERIFY(!fs::exists(folder / "F.h5.partial"));
      // The splits file of what was appended to waits under another name.
      if (way != Way::append) QVERIFY(contentOf(folder) == expected);
      continue;
    }
    restored += left == store::LeftBehind::restored ? 1 : 0;
    QVERIFY(same || left == store::LeftBehind::restored);
    QVERIFY(contentOf(folder) == before);
    REQUIRE_OK(store::SplitsFile::open(folder / "F.h5", metaOf(Way::fresh).uuid, kSamples));
    const auto resumed = write(folder, each, way != Way::append);
    REQUIRE_OK(resumed);
    QCOMPARE(*resumed, way != Way::append);
    QVERIFY(contentOf(folder) == expected);
  }
  QVERIFY(restored > 0 || way == Way::fresh);
  QVERIFY(complete > 0 || way != Way::append);
}

void PublishDeathTest::touchesNothingThatIsNotLeftBehind() {
  const fs::path folder = fs::path(m_folder.path().toStdString()) / "others";
  REQUIRE_OK(prepare(folder, {Way::over}));
  const fs::path partial = folder / "F.h5.partial";
  const auto settle = [&] { return store::settleInterrupted(folder / "F.h5"); };
  QCOMPARE(settle(), store::LeftBehind::nothing);
  // A person's own, empty or not.
  fs::create_directory(partial);
  QCOMPARE(settle(), store::LeftBehind::nothing);
  writeBytes(partial / "mine", "mine");
  QCOMPARE(settle(), store::LeftBehind::nothing);
  QCOMPARE(namesIn(partial), std::vector<std::string>{"mine"});
  fs::remove_all(partial);
  {
    const auto writer = store::DatasetWriter::create(folder / "F.h5", {}, {.overwrite = true});
    REQUIRE_OK(writer);
    QCOMPARE(settle(), store::LeftBehind::nothing);
    QVERIFY(fs::exists(partial));
  }
  QVERIFY(!fs::exists(partial));
  fs::create_directory(partial);
  writeBytes(partial / "lock", io::kFolderMarker);
  writeBytes(partial / "part0", "values");
  writeBytes(partial / "journal", "of an import");
  QCOMPARE(settle(), store::LeftBehind::nothing);
  QCOMPARE(bytesOf(partial / "part0"), std::string("values"));
  fs::remove(partial / "journal");
  QCOMPARE(settle(), store::LeftBehind::discarded);
  QVERIFY(!fs::exists(partial));
}

void PublishDeathTest::believesNoNoteAboutOtherFiles() {
  const fs::path folder = fs::path(m_folder.path().toStdString()) / "notes";
  fs::create_directories(folder / "F.h5.partial");
  writeBytes(folder / "mine", "mine");
  writeBytes(folder / "F.part000.h5", "mine, too");
  writeBytes(folder / "F.h5.partial/master", "");
  const auto inode = [](const fs::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? std::to_string(status.st_ino) : std::string("0");
  };
  const std::string last =
      R"({"inode":)" + inode(folder / "F.h5.partial/master") + R"(,"inside":true,"from":"master","to":"F.h5"})";
  const auto step = [&](const std::string& from, const std::string& to, const std::string& number) {
    return R"({"steps":[{"inode":)" + number + R"(,"inside":true,"from":")" + from + R"(","to":")" + to + R"("},)" +
           last + R"(],"outdated":[]})";
  };
  const std::string mine = inode(folder / "mine");
  const std::vector<std::string> notes = {
      "",
      "{",
      "7",
      "[]",
      R"({"steps":[],"outdated":[]})",
      step("file0", "mine", mine),
      step("../stolen", "F.part000.h5", "1"),
      step("file0", "../mine", mine),
      step("file0", "F.part000.h5", "-1"),
      step("file0", "F.part000.h5", mine),
      step("file0", "F.part000.h5", "\"a\""),
      R"({"steps":[)" + last + R"(],"outdated":[{"inode":)" + mine + R"(,"file":"mine"}]})"};
  for (const std::string& note : notes) {
    fs::create_directory(folder / "F.h5.partial");
    writeBytes(folder / "F.h5.partial/lock", io::kFolderMarker);
    writeBytes(folder / "F.h5.partial/renames", note);
    REQUIRE_OK(store::DatasetWriter::create(folder / "F.h5", {}, {}));
    QCOMPARE(bytesOf(folder / "mine"), std::string("mine"));
    QCOMPARE(bytesOf(folder / "F.part000.h5"), std::string("mine, too"));
  }
}

QTEST_GUILESS_MAIN(PublishDeathTest)
#include "publish_death_test.moc"
