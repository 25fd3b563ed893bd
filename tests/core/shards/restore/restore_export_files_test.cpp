// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/restore/export_files.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <fstream>

#include "core/io/file.h"
#include "core/shards/export/export.h"
#include "tests/fixtures/made_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

/// The files of an export in a folder and in a bundle.
class RestoreExportFilesTest : public QObject {
  Q_OBJECT

  using Names = std::vector<std::string>;

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    const auto made = test::makeTable(in("made.h5"), 500, store::Compression::none);
    QVERIFY(made);
    for (const Format format : {Format::csv, Format::zip}) {
      ShardOptions options;
      options.format = format;
      options.out = in(format == Format::csv ? "out" : "packed");
      options.shardSamples = 300;
      Progress progress;
      const auto written = writeShards(**made, options, {1, 0}, {{}, progress});
      QVERIFY2(written, written ? "" : written.error().message.english().c_str());
    }
    QVERIFY(isBundle(in("packed/made.zip")));
  }

  void everyFileIsAsTheIndexHasIt() {
    for (const char* source : {"out", "packed", "packed/made.zip"}) {
      auto files = ExportFiles::open(in(source));
      QVERIFY2(files, files ? "" : files.error().message.english().c_str());
      QCOMPARE(files->index().samples(), std::uint64_t{500});
      QCOMPARE(files->index().shards.size(), std::size_t{2});
      for (const ShardInfo& shard : files->index().shards) {
        for (const ShardFile& listed : shard.files) {
          QVERIFY(files->has(listed.path));
          std::uint64_t read = 0;
          const auto described = files->describe(listed.path, counting(read));
          QVERIFY2(described, described ? "" : described.error().message.english().c_str());
          QCOMPARE(described->bytes, listed.bytes);
          QCOMPARE(described->sha256, listed.sha256);
          QCOMPARE(described->path, listed.path);
          QCOMPARE(read, listed.bytes);
          const auto text = files->text(listed.path);
          QVERIFY(text.has_value());
          QCOMPARE(QCryptographicHash::hash(QByteArray::fromStdString(*text), QCryptographicHash::Sha256)
                       .toHex()
                       .toStdString(),
                   listed.sha256);
        }
      }
      QCOMPARE(files->unlisted().value(), Names());
    }
  }

  void aMissingFileIsNamedWithItsPlace() {
    for (const char* source : {"out", "packed/made.zip"}) {
      auto files = ExportFiles::open(in(source));
      QVERIFY(files.has_value());
      QVERIFY(!files->has("none.csv"));
      std::uint64_t read = 0;
      const auto text = files->text("none.csv");
      const auto described = files->describe("none.csv", counting(read));
      QVERIFY(!text && !described);
      QCOMPARE(text.error().code, Errc::notFound);
      QCOMPARE(described.error().code, Errc::notFound);
      const std::string place = (in(source) / "none.csv").string();
      QVERIFY(text.error().message.english().find(place) != std::string::npos);
      QVERIFY(described.error().message.english().find(place) != std::string::npos);
    }
  }

  /// Names that begin with a dot, and folders beside the index, are those of other programs and other exports.
  void whatIsNotListedIsFound() {
    const Names before = ExportFiles::open(in("out"))->unlisted().value();
    fs::create_directories(in("out/all/sub/deep"));
    fs::create_directories(in("out/beside"));
    for (const char* name : {"out/z.txt", "out/.hidden", "out/all/extra.csv", "out/all/sub/deep/x", "out/beside/y",
                             "out/all/.part"})
      std::ofstream(in(name)) << "x";
    Names expected = before;
    expected.insert(expected.end(), {"all/extra.csv", "all/sub", "z.txt"});
    std::ranges::sort(expected);
    QCOMPARE(ExportFiles::open(in("out"))->unlisted().value(), expected);
  }

  void aLinkInPlaceOfAFileIsNotFollowed() {
    auto files = ExportFiles::open(in("out"));
    QVERIFY(files.has_value());
    const std::string shard = files->index().shards.front().path;
    std::uint64_t read = 0;
    fs::rename(in("out/all"), in("elsewhere"));
    fs::create_directory_symlink(in("elsewhere"), in("out/all"));
    QVERIFY(!files->describe(shard, counting(read)));
    QCOMPARE(read, std::uint64_t{0});
  }

  void anErrorOfTheCallerEndsTheReading() {
    for (const char* source : {"out", "packed/made.zip"}) {
      auto files = ExportFiles::open(in(source));
      QVERIFY(files.has_value());
      const auto described = files->describe(files->index().shards.front().path,
                                             [](std::uint64_t) -> Result<void> { return fail(Error::cancelled()); });
      QVERIFY(!described);
      QCOMPARE(described.error().code, Errc::cancelled);
    }
  }

  void aChangedMemberIsDamaged() {
    const std::string shard = ExportFiles::open(in("packed/made.zip"))->index().shards.front().path;
    std::string bytes = io::readText(in("packed/made.zip")).value();
    const std::size_t at = bytes.find("Oslo", bytes.find(shard));
    QVERIFY(at != std::string::npos);
    bytes[at] = 'A';
    std::ofstream(in("packed/made.zip"), std::ios::binary) << bytes;
    auto files = ExportFiles::open(in("packed/made.zip"));
    QVERIFY(files.has_value());
    std::uint64_t read = 0;
    const auto described = files->describe(shard, counting(read));
    QVERIFY(!described);
    QCOMPARE(described.error().code, Errc::damaged);
  }

  void whatIsNoExportIsRefused() {
    fs::create_directory(in("empty"));
    QVERIFY(!ExportFiles::open(in("empty")));
    QVERIFY(!ExportFiles::open(in("none")));
    std::ofstream(in("text.zip")) << "no archive";
    QVERIFY(!ExportFiles::open(in("text.zip")));
    fs::remove(in("packed/made.zip"));
    QVERIFY(!ExportFiles::open(in("packed")));
    QVERIFY(!isBundle(in("packed/made.zip")) && !isBundle(in("out")) && !isBundle(in("made.h5")));
  }

  void aMemberBeyondTheLimitIsEmpty() {
    auto archive = io::ArchiveReader::open(in("packed/made.zip"));
    QVERIFY(archive.has_value());
    const std::string index = memberText(*archive, kIndexName, 1U << 30U).value();
    QVERIFY(!index.empty());
    QCOMPARE(memberText(*archive, kIndexName, index.size()).value(), index);
    QVERIFY(memberText(*archive, kIndexName, index.size() - 1).value().empty());
    QVERIFY(memberText(*archive, "none", 1U << 30U).value().empty());
  }

 private:
  fs::path in(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
  static BlockRead counting(std::uint64_t& read) {
    return [&read](std::uint64_t bytes) -> Result<void> {
      read += bytes;
      return {};
    };
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(RestoreExportFilesTest)
#include "restore_export_files_test.moc"
