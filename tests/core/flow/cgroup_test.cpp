// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <memory>

#include "core/flow/machine.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::flow;
namespace fs = std::filesystem;

/// What control groups allow. Their files are those of real machines, laid out below a folder.
class CgroupTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void findsNoLimitsWithoutGroups() {
    const CgroupLimits limits = cgroupLimits(root());
    QCOMPARE(limits.memoryLimit, CgroupLimits::kNone);
    QCOMPARE(limits.memoryLeft, CgroupLimits::kNone);
    QVERIFY(limits.cores > 1'000'000);
  }

  void readsTheStrictestLevelOfTheUnifiedHierarchy() {
    put("proc/self/cgroup", "0::/user.slice/masu.scope\n");
    put("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
    put("sys/fs/cgroup/user.slice/memory.max", "1000000\n");
    put("sys/fs/cgroup/user.slice/memory.current", "700000\n");
    put("sys/fs/cgroup/user.slice/memory.stat", "anon 100\ninactive_file 150000\nactive_file 50000\n");
    put("sys/fs/cgroup/user.slice/cpu.max", "150000 100000\n");
    put("sys/fs/cgroup/user.slice/masu.scope/memory.max", "max\n");
    put("sys/fs/cgroup/user.slice/masu.scope/cpu.max", "max 100000\n");
    const CgroupLimits limits = cgroupLimits(root());
    QCOMPARE(limits.memoryLimit, std::uint64_t{1'000'000});
    QCOMPARE(limits.memoryLeft, std::uint64_t{500'000});
    QCOMPARE(limits.cores, 2U);
  }

  void readsTheFirstVersionInAContainer() {
    // The mount shows only the container's own group, so the path in /proc leads nowhere below it.
    put("proc/self/cgroup", "4:memory:/docker/abc\n3:cpu,cpuacct:/docker/abc\n0::/\n");
    put("proc/self/mountinfo",
        "40 30 0:33 /docker/abc /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"
        "41 30 0:34 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000\n");
    put("sys/fs/cgroup/memory/memory.usage_in_bytes", "1500000\n");
    put("sys/fs/cgroup/memory/memory.stat", "cache 1\ntotal_inactive_file 300000\ntotal_active_file 200000\n");
    put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "300000\n");
    put("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    const CgroupLimits limits = cgroupLimits(root());
    QCOMPARE(limits.memoryLimit, std::uint64_t{2'000'000});
    QCOMPARE(limits.memoryLeft, std::uint64_t{1'000'000});
    QCOMPARE(limits.cores, 3U);
  }

  void takesTheFirstVersionsHugeLimitForNone() {
    put("proc/self/cgroup", "4:memory:/\n");
    put("proc/self/mountinfo", "40 30 0:33 / /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n");
    put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    const CgroupLimits limits = cgroupLimits(root());
    QCOMPARE(limits.memoryLimit, CgroupLimits::kNone);
    QVERIFY(limits.cores > 1'000'000);
  }

  /// A group of a tenth of a core has one, and one below it has no more than what is above leaves it.
  void everyLevelAboveBindsTheGroup() {
    put("proc/self/cgroup", "0::/a/b\n");
    put("proc/self/mountinfo", "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    put("sys/fs/cgroup/a/memory.max", "3000\n");
    put("sys/fs/cgroup/a/memory.current", "1000\n");
    put("sys/fs/cgroup/a/cpu.max", "10000 100000\n");
    put("sys/fs/cgroup/a/b/memory.max", "2000\n");
    put("sys/fs/cgroup/a/b/memory.current", "2500\n");
    put("sys/fs/cgroup/a/b/cpu.max", "400000 100000\n");
    const CgroupLimits limits = cgroupLimits(root());
    QCOMPARE(limits.memoryLimit, std::uint64_t{2000});
    QCOMPARE(limits.memoryLeft, std::uint64_t{0});
    QCOMPARE(limits.cores, 1U);
  }

  /// Lines that are none of a group, and figures that are none, limit nothing.
  void whatCannotBeReadLimitsNothing() {
    put("proc/self/cgroup", "\n0:\nnonsense\n0::/a\n");
    put("proc/self/mountinfo",
        "30 23\n30 23 0:26 / /sys/fs/cgroup rw - cgroup2\n31 23 0:27 / /tmp rw - tmpfs tmpfs rw\n");
    put("sys/fs/cgroup/a/memory.max", "much\n");
    put("sys/fs/cgroup/a/cpu.max", "100000 0\n");
    const CgroupLimits limits = cgroupLimits(root());
    QCOMPARE(limits.memoryLimit, CgroupLimits::kNone);
    QVERIFY(limits.cores > 1'000'000);
  }

 private:
  fs::path root() const { return m_folder->path().toStdString(); }

  void put(const char* path, const char* text) {
    fs::create_directories((root() / path).parent_path());
    std::ofstream(root() / path) << text;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
};

MASU_TEST(CgroupTest)
#include "cgroup_test.moc"
