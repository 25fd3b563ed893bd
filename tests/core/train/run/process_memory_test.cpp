// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run/process_memory.h"

#include <QTest>
#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <sys/mman.h>

#include "core/flow/machine.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::train;

class ProcessMemoryTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kBytes = std::uint64_t{128} << 20U;
  /// What else the process may take or give back meanwhile.
  static constexpr std::uint64_t kOther = std::uint64_t{32} << 20U;

  /// VmRSS, which the kernel counts by itself.
  static std::uint64_t residentByStatus() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (!line.starts_with("VmRSS:")) continue;
      std::uint64_t kilobytes = 0;
      std::istringstream(line.substr(6)) >> kilobytes;
      return kilobytes << 10U;
    }
    return 0;
  }

 private Q_SLOTS:
  void onlyPagesThatWereWrittenCount() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("Sanitizers have memory of their own for what is written.");
#endif
    void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    QVERIFY(memory != MAP_FAILED);
    const std::uint64_t before = residentMemory().value;
    QVERIFY(before > 0);
    std::memset(memory, 1, kBytes);
    const std::uint64_t written = residentMemory().value;
    munmap(memory, kBytes);
    const std::uint64_t after = residentMemory().value;
    QVERIFY(written + kOther >= before + kBytes && written <= before + kBytes + kOther);
    QVERIFY(after <= before + kOther);
  }

  void itIsWhatTheKernelReports() {
    const std::uint64_t reported = residentByStatus();
    if (reported == 0) QSKIP("The kernel does not report it.");
    const std::uint64_t counted = residentMemory().value;
    QVERIFY(counted <= reported + kOther && reported <= counted + kOther);
  }

  /// Where the kernel offers it, the peak is that of what came after; else it stays.
  void thePeakIsNeverBelowWhatIsHeld() {
    restartPeakMemory();
    QVERIFY(flow::peakMemory().value + kOther >= residentMemory().value);
  }

  void largeBlocksGoBackAtOnce() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("Sanitizers have an allocator of their own.");
#endif
    returnLargeBlocks();
    const std::uint64_t before = residentMemory().value;
    for (int i = 0; i < 4; ++i) {
      std::vector<char> block(kBytes, 1);
      QVERIFY(residentMemory().value + kOther >= before + kBytes && block.back() == 1);
    }
    QVERIFY(residentMemory().value <= before + kOther);
  }
};

MASU_TEST(ProcessMemoryTest)
#include "process_memory_test.moc"
