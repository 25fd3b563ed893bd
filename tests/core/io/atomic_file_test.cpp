// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/atomic_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::io;
namespace fs = std::filesystem;

namespace {

/// A file system of its own, gone with the object.
class Mount {
 public:
  Mount(fs::path folder, unsigned long flags, const char* options) : m_folder(std::move(folder)) {
    m_mounted = ::mount("masu-test", m_folder.c_str(), "tmpfs", flags, options) == 0;
  }
  ~Mount() {
    if (m_mounted) ::umount2(m_folder.c_str(), MNT_DETACH);
  }
  explicit operator bool() const { return m_mounted; }

 private:
  fs::path m_folder;
  bool m_mounted = false;
};

}  // namespace

class AtomicFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void appearsOnlyWhenCommitted() {
    {
      auto file = AtomicFile::create(path("a"), Overwrite::no);
      QVERIFY(file);
      QVERIFY(file->append("one "));
      QVERIFY(file->append("two"));
      QVERIFY(!fs::exists(path("a")));
      QVERIFY(file->commit());
      QCOMPARE(*readText(path("a")), std::string("one two"));
    }
    QCOMPARE(names(), (std::vector<std::string>{"a"}));
  }

  void leavesNothingWithoutCommit() {
    {
      auto file = AtomicFile::create(path("a"), Overwrite::no);
      QVERIFY(file);
      QVERIFY(file->append("lost"));
      QVERIFY2(names().empty(), "it has no name, so that a killed program leaves nothing");
      AtomicFile moved = std::move(*file);
      QVERIFY(moved.append(" too"));
    }
    QVERIFY(names().empty());
  }

  void leavesTheOldFileWithoutCommit() {
    QVERIFY(writeText(path("a"), "old", Overwrite::no));
    {
      auto file = AtomicFile::create(path("a"), Overwrite::yes);
      QVERIFY(file);
      QVERIFY(file->append("new"));
    }
    QCOMPARE(*readText(path("a")), std::string("old"));
    QCOMPARE(names(), (std::vector<std::string>{"a"}));
  }

  void refusesAnExistingTarget() {
    QVERIFY(writeText(path("a"), "old", Overwrite::no));
    const auto refused = writeText(path("a"), "new", Overwrite::no);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::exists);
    QVERIFY(writeText(path("a"), "new", Overwrite::yes));
    QCOMPARE(*readText(path("a")), std::string("new"));
  }

  void refusesATargetThatAppearedMeanwhile() {
    auto file = AtomicFile::create(path("a"), Overwrite::no);
    QVERIFY(file);
    std::ofstream(path("a")) << "someone else's";
    const auto committed = file->commit();
    QVERIFY(!committed);
    QCOMPARE(committed.error().code, Errc::exists);
    file = AtomicFile::create(path("b"), Overwrite::no);
    QCOMPARE(*readText(path("a")), std::string("someone else's"));
    QCOMPARE(names(), (std::vector<std::string>{"a"}));
  }

  void refusesAFolderAndAMissingOne() {
    QCOMPARE(AtomicFile::create(m_folder->path().toStdString(), Overwrite::yes).error().code, Errc::invalidArgument);
    QCOMPARE(AtomicFile::create(path("no/such/a"), Overwrite::yes).error().code, Errc::notFound);
  }

  void leavesWhatOthersCalledPartial() {
    std::ofstream(path("a.partial")) << "mine";
    QVERIFY(writeText(path("a"), "new", Overwrite::no));
    QVERIFY(writeText(path("a"), "newer", Overwrite::yes));
    { const auto dropped = AtomicFile::create(path("a"), Overwrite::yes); }
    QCOMPARE(*readText(path("a")), std::string("newer"));
    QCOMPARE(*readText(path("a.partial")), std::string("mine"));
    QCOMPARE(names().size(), std::size_t{2});
  }

  void replacesALinkAndNotWhatItLeadsTo() {
    QVERIFY(writeText(path("precious"), "keep", Overwrite::no));
    fs::create_symlink(path("precious"), path("a"));
    QVERIFY(writeText(path("a"), "new", Overwrite::yes));
    QCOMPARE(*readText(path("precious")), std::string("keep"));
    QCOMPARE(*readText(path("a")), std::string("new"));
  }

  void refusesAPipe() {
    QCOMPARE(::mkfifo(path("pipe").c_str(), 0666), 0);
    fs::create_symlink(path("pipe"), path("link"));
    for (const char* name : {"pipe", "link"}) {
      const auto refused = writeText(path(name), "new", Overwrite::yes);
      QVERIFY(!refused);
      QCOMPARE(refused.error().code, Errc::invalidArgument);
      QVERIFY(fs::is_fifo(path(name)));
    }
  }

  void keepsWritersOfOneTargetApart() {
    constexpr int kWriters = 8;
    constexpr int kRounds = 50;
    std::atomic<int> failures = 0;
    {
      std::vector<std::jthread> writers;
      for (int writer = 0; writer < kWriters; ++writer) {
        writers.emplace_back([&, writer] {
          const std::string text(20'000, static_cast<char>('a' + writer));
          for (int round = 0; round < kRounds; ++round) {
            auto file = AtomicFile::create(path("a"), Overwrite::yes);
            if (!file || !file->append(text) || !file->commit(Sync::no)) ++failures;
            const auto seen = readText(path("a"));
            if (!seen || seen->size() != text.size() || seen->find_first_not_of(seen->front()) != std::string::npos) {
              ++failures;
            }
          }
        });
      }
    }
    QCOMPARE(failures.load(), 0);
    QCOMPARE(names(), (std::vector<std::string>{"a"}));
  }

  void saysWhatToDoOnAReadOnlyPlace() {
    fs::create_directory(path("locked"));
    std::optional<Mount> mount;
    if (::geteuid() == 0) {
      mount.emplace(path("locked"), MS_RDONLY, "size=1m");
      if (!*mount) QSKIP("root may write everywhere, and mounting is not allowed here");
    } else {
      fs::permissions(path("locked"), fs::perms::owner_read | fs::perms::owner_exec);
    }
    const auto refused = AtomicFile::create(path("locked/a"), Overwrite::no);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::permission);
    QVERIFY2(refused.error().message.english().find("Choose another place") != std::string::npos,
             refused.error().message.english().c_str());
    if (!mount) fs::permissions(path("locked"), fs::perms::owner_all);
  }

  void leavesNothingOnAFullDisk() {
    fs::create_directory(path("small"));
    const Mount mount(path("small"), 0, "size=64k");
    if (!mount) QSKIP("mounting a small disk needs root and is not allowed here");
    {
      auto file = AtomicFile::create(path("small/a"), Overwrite::no);
      QVERIFY(file);
      const auto written = file->append(std::string(1 << 20, 'x'));
      QVERIFY(!written);
      QCOMPARE(written.error().code, Errc::noSpace);
    }
    QVERIFY(fs::is_empty(path("small")));
  }

 private:
  fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

  std::vector<std::string> names() const {
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(m_folder->path().toStdString())) {
      found.push_back(entry.path().filename().string());
    }
    return found;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(AtomicFileTest)
#include "atomic_file_test.moc"
