// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/mapping_guard.h"

#include <QTest>
#include <csignal>
#include <optional>

#include <sys/mman.h>
#include <unistd.h>

#include "core/io/file.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::io;

namespace {

volatile std::sig_atomic_t passedOn = 0;

std::size_t pageSize() {
  return static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Some pages of a file in memory, each of sevens.
class Mapping {
 public:
  explicit Mapping(std::size_t pages) : m_size(pages * pageSize()) {
    auto file = File::createInMemory("mapped");
    if (!file || !file->writeAt(0, std::vector<std::byte>(m_size, std::byte{7}))) qFatal("no memory for a file");
    m_file = std::move(*file);
    void* const mapped = ::mmap(nullptr, m_size, PROT_READ, MAP_SHARED, m_file.descriptor(), 0);
    if (mapped == MAP_FAILED) qFatal("no mapping");
    m_data = static_cast<const std::byte*>(mapped);
  }
  ~Mapping() { ::munmap(const_cast<std::byte*>(m_data), m_size); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  const std::byte* data() const { return m_data; }
  std::size_t size() const { return m_size; }
  void truncate(std::size_t pages) const {
    if (!m_file.resize(pages * pageSize())) qFatal("not truncated");
  }
  /// Really reads it, each time.
  int at(std::size_t page, std::size_t byte = 0) const {
    return std::to_integer<int>(*const_cast<const volatile std::byte*>(m_data + page * pageSize() + byte));
  }

 private:
  std::size_t m_size;
  File m_file;
  const std::byte* m_data = nullptr;
};

}  // namespace

/// Pages of mapped files that are gone become zeros, and whoever reads them knows.
class MappingGuardTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Before the first guard, whose handler passes on what is not its own.
  void initTestCase() {
    struct sigaction action {};
    action.sa_handler = [](int) { passedOn = passedOn + 1; };
    QCOMPARE(::sigaction(SIGBUS, &action, nullptr), 0);
  }

  void aWholeFileIsReadAsItIs() {
    const Mapping mapping(2);
    const MappingGuard guard(mapping.data(), mapping.size());
    QCOMPARE(mapping.at(0), 7);
    QCOMPARE(mapping.at(1, pageSize() - 1), 7);
    QVERIFY(!guard.failed());
  }

  void pagesAfterTheEndBecomeZeros() {
    const Mapping mapping(4);
    const MappingGuard guard(mapping.data(), mapping.size());
    mapping.truncate(1);
    QCOMPARE(mapping.at(0), 7);
    QVERIFY(!guard.failed());
    QCOMPARE(mapping.at(2, 5), 0);
    QVERIFY(guard.failed());
    QCOMPARE(mapping.at(3), 0);
    // The page before the one that failed fails by itself.
    QCOMPARE(mapping.at(1), 0);
    QCOMPARE(mapping.at(0, pageSize() - 1), 7);
    QCOMPARE(int{passedOn}, 0);
  }

  /// A guard is of its own mapping alone, whichever of them goes first.
  void guardsDoNotMeetEachOther() {
    const Mapping first(2);
    const Mapping second(2);
    const Mapping third(2);
    std::optional<MappingGuard> a(std::in_place, first.data(), first.size());
    std::optional<MappingGuard> b(std::in_place, second.data(), second.size());
    const MappingGuard c(third.data(), third.size());
    b.reset();
    second.truncate(2);
    third.truncate(0);
    QCOMPARE(third.at(1), 0);
    QVERIFY(c.failed() && !a->failed());
    first.truncate(1);
    QCOMPARE(first.at(1), 0);
    QVERIFY(a->failed());
    QCOMPARE(second.at(1), 7);
  }

  void whatNoGuardHasIsNotReplaced() {
    const Mapping mapping(2);
    {
      const MappingGuard guard(mapping.data(), mapping.size());
      QVERIFY(!MappingGuard::replace(mapping.data() - 1));
      QVERIFY(!MappingGuard::replace(mapping.data() + mapping.size()));
      QVERIFY(!MappingGuard::replace(nullptr));
      QVERIFY(!guard.failed());
    }
    QVERIFY(!MappingGuard::replace(mapping.data()));
    QCOMPARE(mapping.at(0), 7);
  }

  /// The size need be no whole number of pages: the rest of the last one is part of the mapping.
  void theLastPageIsGuardedToItsEnd() {
    const Mapping mapping(2);
    const MappingGuard guard(mapping.data(), pageSize() + 1);
    mapping.truncate(1);
    QCOMPARE(mapping.at(1, pageSize() - 1), 0);
    QVERIFY(guard.failed());
  }

  /// One that somebody sent is not of any memory.
  void otherSignalsGoToTheHandlerBefore() {
    const Mapping mapping(1);
    const MappingGuard guard(mapping.data(), mapping.size());
    passedOn = 0;
    std::raise(SIGBUS);
    QCOMPARE(int{passedOn}, 1);
    QVERIFY(!guard.failed());
  }
};

MASU_TEST(MappingGuardTest)
#include "mapping_guard_test.moc"
