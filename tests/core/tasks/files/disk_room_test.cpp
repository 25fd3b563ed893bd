// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tasks/files/disk_room.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "tests/fixtures/test_group.h"

using namespace masu;
namespace fs = std::filesystem;

class DiskRoomTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void theNearestFolderThatExistsIsAsked() {
    const QTemporaryDir folder;
    const fs::path place = folder.path().toStdString();
    const std::uint64_t capacity = fs::space(place).capacity;
    for (const fs::path& asked :
         {place, place / "new.h5", place / "a" / "b" / "new.h5", fs::path(), fs::path("new.h5")}) {
      const std::uint64_t free = tasks::freeBytesAt(asked);
      QVERIFY2(free > 0 && free < std::numeric_limits<std::uint64_t>::max(), asked.c_str());
    }
    QVERIFY(tasks::freeBytesAt(place / "a" / "new.h5") <= capacity);
    QVERIFY(tasks::freeBytesAt("/proc/new.h5") == fs::space("/proc").available);
  }

  void anEstimateIsRefusedWhereATenthDoesNotMatter() {
    QVERIFY(!tasks::isTooLarge(1000, 1000));
    QVERIFY(!tasks::isTooLarge(1000, 900));
    QVERIFY(tasks::isTooLarge(1000, 899));
    QVERIFY(!tasks::isTooLarge(0, 0));
  }
};

MASU_TEST(DiskRoomTest)
#include "disk_room_test.moc"
