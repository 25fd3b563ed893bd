// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/partial_export.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "core/base/sha256.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string textOf(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Every file below a folder, by its path there.
std::set<std::string> filesBelow(const fs::path& folder) {
  std::set<std::string> files;
  if (!fs::exists(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_directory()) files.insert(fs::relative(entry.path(), folder).string());
  }
  return files;
}

/// Writes the shard of a number, a file whose text is its path, and notes it.
Result<void> addShard(PartialExport& partial, std::size_t number) {
  const std::string path = "train/" + std::to_string(number) + ".csv";
  write(partial.folder() / path, path);
  MASU_TRY(const std::string hash, sha256(path));
  return partial.note(number, {path, "train", 1, path.size(), {{path, path.size(), hash, 0}}});
}

}  // namespace

/// An export until it is complete: what is kept of one that was stopped, and how its files come to their place.
class PartialExportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    m_out = m_root / "new" / "out";
  }

  void anExportTakesItsPlaceAtOnce() {
    {
      auto partial = PartialExport::create(m_out, "key", Keep::nothing);
      QVERIFY(partial);
      QVERIFY(partial->finished().empty());
      QVERIFY(addShard(*partial, 0));
      write(partial->folder() / "train/scratch", "not to be published");
      write(partial->folder() / "index.json", "{}");
      QVERIFY(partial->settle());
      QVERIFY(!fs::exists(m_out / "index.json"));
      QVERIFY(partial->publish({"train/0.csv", "index.json"}, {}));
    }
    QCOMPARE(filesBelow(m_root), (std::set<std::string>{"new/out/index.json", "new/out/train/0.csv"}));
    QCOMPARE(textOf(m_out / "train/0.csv"), std::string("train/0.csv"));
  }

  void anExportThatFinishedNothingLeavesNoFolder() {
    {
      auto partial = PartialExport::create(m_out, "key", Keep::nothing);
      QVERIFY(partial);
      write(partial->folder() / "train/0.csv", "half");
    }
    QVERIFY(!fs::exists(m_root / "new"));
    // A folder that was there before stays.
    fs::create_directories(m_out);
    QVERIFY(PartialExport::create(m_out, "key", Keep::nothing));
    QVERIFY(fs::is_empty(m_out));
  }

  void wholeShardsAreKeptForTheNextOne() {
    stop({0, 2}, "train/1.csv");
    QCOMPARE(PartialExport::finishedIn(m_out, "key", {}), std::size_t{2});
    QCOMPARE(PartialExport::finishedIn(m_out, "other", {}), std::size_t{0});
    const auto partial = PartialExport::create(m_out, "key", Keep::intact);
    QVERIFY(partial);
    QCOMPARE(partial->finished().size(), std::size_t{2});
    QVERIFY(partial->finished().contains(0) && partial->finished().contains(2));
    QCOMPARE(filesBelow(partial->folder()), (std::set<std::string>{"train/0.csv", "train/2.csv"}));
  }

  void whoStartsOverKeepsNothing() {
    stop({0});
    const auto partial = PartialExport::create(m_out, "key", Keep::nothing);
    QVERIFY(partial);
    QVERIFY(partial->finished().empty());
    QVERIFY(filesBelow(partial->folder()).empty());
  }

  /// A file that changed is made again; of another size it is not even listed.
  void aShardThatIsNotAsItWasIsNotKept() {
    stop({0, 1, 2});
    write(files() / "train/0.csv", "train/O.csv");
    write(files() / "train/1.csv", "short");
    QCOMPARE(PartialExport::finishedIn(m_out, "key", {}), std::size_t{2});
    {
      const auto all = PartialExport::create(m_out, "key", Keep::all);
      QVERIFY(all);
      QCOMPARE(all->finished().size(), std::size_t{2});
    }
    const auto intact = PartialExport::create(m_out, "key", Keep::intact);
    QVERIFY(intact);
    QCOMPARE(intact->finished().size(), std::size_t{1});
    QVERIFY(intact->finished().contains(2));
  }

  void anotherExportIsNotTouched() {
    stop({0, 1});
    const auto before = filesBelow(m_out);
    for (const Keep keep : {Keep::intact, Keep::all}) {
      const auto refused = PartialExport::create(m_out, "other", keep);
      QVERIFY(!refused);
      if (keep == Keep::intact) {
        QVERIFY(refused.error().code == Errc::invalidArgument);
        QVERIFY(refused.error().message.english().find("had other options or another dataset") != std::string::npos);
      }
      QCOMPARE(filesBelow(m_out), before);
    }
    QCOMPARE(PartialExport::finishedIn(m_out, "key", {}), std::size_t{2});
  }

  /// Those that workers have just written: without them nothing begins, and no folder is made.
  void allOfNothingIsNotFound() {
    const auto refused = PartialExport::create(m_out, "key", Keep::all);
    QVERIFY(!refused);
    QVERIFY(refused.error().code == Errc::notFound);
    QVERIFY(!fs::exists(m_root / "new"));
    QVERIFY(PartialExport::create(m_out, "key", Keep::intact));
  }

  void anExportAtWorkIsBusy() {
    auto first = PartialExport::create(m_out, "key", Keep::nothing);
    QVERIFY(first);
    QVERIFY(addShard(*first, 0));
    const auto second = PartialExport::create(m_out, "key", Keep::nothing);
    QVERIFY(!second);
    QVERIFY(second.error().code == Errc::busy);
    QVERIFY(first->settle());
    QVERIFY(fs::exists(first->folder() / "train/0.csv"));
  }

  void filesOfOthersStayAndOutdatedOnesGo() {
    write(m_out / "notes.txt", "mine");
    write(m_out / "old/part/a.csv", "of an export before");
    write(m_out / "index.json", "old");
    {
      auto partial = PartialExport::create(m_out, "key", Keep::nothing);
      QVERIFY(partial);
      QVERIFY(addShard(*partial, 0));
      write(partial->folder() / "index.json", "new");
      QVERIFY(partial->settle());
      QVERIFY(partial->publish({"train/0.csv", "index.json"}, {"old/part/a.csv"}));
    }
    QCOMPARE(filesBelow(m_root),
             (std::set<std::string>{"new/out/index.json", "new/out/notes.txt", "new/out/train/0.csv"}));
    QCOMPARE(textOf(m_out / "index.json"), std::string("new"));
    QVERIFY(!fs::exists(m_out / "old"));
  }

  void aFileIsNoFolder() {
    write(m_out, "a file");
    const auto refused = PartialExport::create(m_out, "key", Keep::nothing);
    QVERIFY(!refused);
    QCOMPARE(refused.error().message.english(),
             m_out.string() + " is a file, not a folder. Choose another place.");
    QCOMPARE(textOf(m_out), std::string("a file"));
  }

 private:
  fs::path files() const { return m_out / "export.partial" / "files"; }

  /// An export that ended after some shards, and in the middle of a file.
  void stop(const std::vector<std::size_t>& numbers, const std::string& half = {}) {
    auto partial = PartialExport::create(m_out, "key", Keep::nothing);
    QVERIFY(partial);
    for (const std::size_t number : numbers) QVERIFY(addShard(*partial, number));
    if (!half.empty()) write(partial->folder() / half, "half");
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_root;
  fs::path m_out;
};

MASU_TEST(PartialExportTest)
#include "partial_export_test.moc"
