// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/staging/renames.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <iterator>
#include <string>

#include "core/store/format/layout.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// "-": it is not there.
std::string textOf(const fs::path& file) {
  if (!fs::exists(file)) return "-";
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

/// The renames that give a dataset its name, and what is done about those of a process that died.
class RenamesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
    m_target = m_root / "d.h5";
    m_splits = layout::splitsPath(m_target);
    m_part = layout::partPath(m_target, 7);
    m_staging = m_root / "staging";
    fs::create_directory(m_staging);
    write(m_staging / "splits", "new splits");
    write(m_staging / "data", "new data");
    write(m_part, "old part");
  }

  void aFileIsReplacedOnlyWhereThatIsAllowed() {
    write(m_target, "old data");
    const auto taken = moveTo(m_staging / "data", m_target, false);
    QVERIFY(!taken);
    QVERIFY(taken.error().code == Errc::exists);
    QCOMPARE(taken.error().message.english(),
             m_target.string() + " exists already. Choose another name, or allow it to be overwritten.");
    QCOMPARE(textOf(m_target), std::string("old data"));
    QVERIFY(moveTo(m_staging / "data", m_target, true));
    QCOMPARE(textOf(m_target), std::string("new data"));
    QVERIFY(moveTo(m_staging / "data", m_root / "none", true).error().code == Errc::notFound);
  }

  void allGetTheirNamesAndWhatIsOutdatedGoes() {
    for (const bool sync : {false, true}) {
      init();
      Renames renames = both();
      QVERIFY(!Renames::isNoted(m_staging));
      QVERIFY(renames.run(sync));
      QCOMPARE(names(), std::string("new splits, new data, -"));
      QVERIFY(fs::exists(m_staging) && !fs::exists(m_staging / "data"));
    }
  }

  /// The last one fails, since its name is taken: the one before it is taken back.
  void oneThatFailsTakesAllBack() {
    write(m_target, "old data");
    const auto failed = both().run(false);
    QVERIFY(!failed);
    QVERIFY(failed.error().code == Errc::exists);
    QCOMPARE(names(), std::string("-, old data, old part"));
    QCOMPARE(textOf(m_staging / "splits"), std::string("new splits"));
    QCOMPARE(textOf(m_staging / "data"), std::string("new data"));
  }

  /// The note of a process that died after the first rename.
  void whatAProcessLeftHalfIsUndone() {
    leaveNote();
    fs::rename(m_staging / "splits", m_splits);
    QVERIFY(Renames::isNoted(m_staging));
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::restored);
    QCOMPARE(names(), std::string("-, -, old part"));
    QCOMPARE(textOf(m_staging / "splits"), std::string("new splits"));
    QVERIFY(!Renames::isNoted(m_staging));
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::nothing);
  }

  /// And of one that died after the last.
  void whatAProcessLeftDoneIsCompleted() {
    leaveNote();
    fs::rename(m_staging / "splits", m_splits);
    fs::rename(m_staging / "data", m_target);
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::complete);
    QCOMPARE(names(), std::string("new splits, new data, -"));
    QVERIFY(!Renames::isNoted(m_staging));
  }

  void whatHadNotBegunIsNothing() {
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::nothing);
    leaveNote();
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::nothing);
    QCOMPARE(names(), std::string("-, -, old part"));
  }

  /// Another file that has the name by now is not the one that was noted.
  void filesOfOthersStay() {
    leaveNote();
    fs::rename(m_staging / "splits", m_splits);
    fs::rename(m_splits, m_root / "kept");
    write(m_splits, "splits of others");
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::nothing);
    QCOMPARE(names(), std::string("splits of others, -, old part"));
    init();
    leaveNote();
    fs::rename(m_staging / "splits", m_splits);
    fs::rename(m_staging / "data", m_target);
    fs::rename(m_part, m_root / "kept");
    write(m_part, "part of others");
    QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::complete);
    QCOMPARE(names(), std::string("new splits, new data, part of others"));
  }

  /// A note is believed of names beside the dataset alone, and where it is whole.
  void aNoteOfOtherNamesIsNotBelieved() {
    leaveNote();
    const std::string note = textOf(m_staging / "renames");
    fs::rename(m_staging / "splits", m_splits);
    for (const auto& [name, other] : {std::pair<std::string, std::string>("d.splits.h5", "e.splits.h5"),
                                      {"\"data\"", "\"../data\""},
                                      {"d.part007.h5", "d.part007.txt"}}) {
      std::string changed = note;
      const std::size_t at = changed.find(name);
      QVERIFY2(at != std::string::npos, (name + " in " + note).c_str());
      write(m_staging / "renames", changed.replace(at, name.size(), other));
      QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::nothing);
      QCOMPARE(names(), std::string("new splits, -, old part"));
    }
    for (std::size_t size = 0; size < note.size(); ++size) {
      write(m_staging / "renames", note.substr(0, size));
      QVERIFY(Renames::settle(m_staging, m_target) == Renames::Settled::nothing);
    }
    QCOMPARE(names(), std::string("new splits, -, old part"));
  }

 private:
  Renames both() const {
    Renames renames(m_staging, m_target);
    renames.add(m_staging / "splits", m_splits, false);
    renames.add(m_staging / "data", m_target, false);
    renames.addOutdated(m_part);
    return renames;
  }

  /// As both() writes it: a run whose last name is taken changes nothing but that.
  void leaveNote() {
    write(m_target, "in the way");
    QVERIFY(!both().run(false));
    fs::remove(m_target);
  }

  std::string names() const { return textOf(m_splits) + ", " + textOf(m_target) + ", " + textOf(m_part); }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_root;
  fs::path m_target;
  fs::path m_splits;
  fs::path m_part;
  fs::path m_staging;
};

MASU_TEST(RenamesTest)
#include "renames_test.moc"
