// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/mapped_file.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/file.h"

using namespace masu;
using namespace masu::io;

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kSize = 300 * kPage + 100;

std::size_t countOf(std::span<const std::byte> bytes, char c) {
  return static_cast<std::size_t>(std::ranges::count(bytes, static_cast<std::byte>(c)));
}

/// How a child ends that does the work: its status as waitpid() tells it.
template <class Work>
int statusOf(Work&& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    work();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

/// Touches a page that no file has and no guard knows.
void touchUnguarded(const std::filesystem::path& file) {
  const File opened = *File::openRead(file);
  void* const data = ::mmap(nullptr, 2 * kPage, PROT_READ, MAP_SHARED, opened.descriptor(), 0);
  static_cast<void>(static_cast<const volatile char*>(data)[kPage]);
}

}  // namespace

class MappedFileTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    std::ofstream(path("f")) << std::string(kSize, 'q');
  }

  void aTruncatedFileReadsAsZerosAndSaysSo() {
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    QCOMPARE(countOf(mapped->bytes(), 'q'), kSize);
    QVERIFY(mapped->check("shown"));
    std::filesystem::resize_file(path("f"), 10 * kPage + 1);
    std::vector<std::jthread> readers;
    std::array<std::size_t, 8> found{};
    for (std::size_t& count : found)
      readers.emplace_back([&count, &mapped] { count = countOf(mapped->bytes(), 'q'); });
    readers.clear();
    QVERIFY(std::ranges::all_of(found, [](std::size_t count) { return count == 10 * kPage + 1; }));
    const auto checked = mapped->check("shown");
    QVERIFY(!checked);
    QVERIFY(checked.error().message.english().starts_with("shown was truncated"));
    // Zeros stay, whatever becomes of the file.
    std::ofstream(path("f")) << std::string(kSize, 'q');
    QCOMPARE(countOf(mapped->bytes().subspan(11 * kPage), 'q'), std::size_t{0});
    QVERIFY(!mapped->check("shown"));
  }

  void aTruncationWithinThePageAtTheEndIsNoticed() {
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    std::filesystem::resize_file(path("f"), kSize - 1);
    QCOMPARE(countOf(mapped->bytes(), 'q'), kSize - 1);
    QVERIFY(!mapped->check("shown"));
  }

  void whatIsOverwrittenInPlaceIsNoticed() {
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // beyond the clock of the file system
    std::fstream(path("f"), std::ios::in | std::ios::out) << "z";
    QVERIFY(!mapped->check("shown"));
  }

  void aFileThatGrowsOrLosesItsNameIsTheSame() {
    const auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    std::ofstream(path("f"), std::ios::app) << "more";
    QVERIFY(mapped->check("shown"));
    std::filesystem::remove(path("f"));
    QVERIFY(mapped->check("shown"));
    std::ofstream(path("f")) << "another";
    QVERIFY(mapped->check("shown"));
    QCOMPARE(countOf(mapped->bytes(), 'q'), kSize);
  }

  void aGuardMovesWithItsFileAndEndsWithIt() {
    auto mapped = MappedFile::open(path("f"));
    QVERIFY(mapped);
    const MappedFile moved = std::move(*mapped);
    std::filesystem::resize_file(path("f"), 0);
    QCOMPARE(countOf(moved.bytes(), '\0'), kSize);
    QVERIFY(!moved.check("shown"));
    QVERIFY(mapped->check("shown"));
  }

  void guardsComeAndGoWhileOthersFail() {
    std::vector<std::jthread> threads;
    std::atomic<int> right = 0;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        const std::filesystem::path own = path(("f" + std::to_string(thread)).c_str());
        for (int round = 0; round < 200; ++round) {
          std::ofstream(own) << std::string(3 * kPage, 'q');
          const auto mapped = MappedFile::open(own);
          std::filesystem::resize_file(own, kPage);
          if (mapped && countOf(mapped->bytes(), 'q') == kPage && !mapped->check(own)) ++right;
        }
      });
    }
    threads.clear();
    QCOMPARE(right.load(), 4 * 200);
  }

  void otherFaultsGoWhereTheyWent() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("the sanitizers have a handler of their own");
#endif
    QVERIFY(MappedFile::open(path("f")));
    std::ofstream(path("short")) << "x";
    const int ended = statusOf([&] { touchUnguarded(path("short")); });
    QVERIFY(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGBUS);
    const int sent = statusOf([] { ::kill(::getpid(), SIGBUS); });
    QVERIFY(WIFSIGNALED(sent) && WTERMSIG(sent) == SIGBUS);
  }

 private:
  std::filesystem::path path(const char* name) const {
    return std::filesystem::path(m_folder->path().toStdString()) / name;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

/// Without Qt Test's own handler of crashes, to which the faults of children would go: it attaches a debugger to them.
int main(int argc, char* argv[]) {
  const QCoreApplication application(argc, argv);
  MappedFileTest test;
  return QTest::qExec(&test, QCoreApplication::arguments() << QStringLiteral("-nocrashhandler"));
}
#include "mapped_file_test.moc"
