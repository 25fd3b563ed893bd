// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manifest/lists/list_files.h"

#include <QTemporaryDir>
#include <QTest>
#include <limits>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/folder_contents.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::manifest;
using store::Split;
using table::DType;
using Texts = std::vector<std::string>;

namespace {

/// The labels of all samples, read in two blocks.
Texts labelsOf(const FakeDataset& data) {
  LabelTexts labels(data);
  Texts texts;
  for (const auto& [first, count] : {std::pair<std::uint64_t, std::uint64_t>(0, 1), {1, data.samples() - 1}}) {
    if (!labels.read(first, count)) return {"not read"};
    for (std::uint64_t i = 0; i < count; ++i) texts.push_back(labels.textOf(i));
  }
  return texts;
}

}  // namespace

/// The three files of a text manifest appear together or not at all; labels are what people call them.
class ListFilesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
  }

  void filesAppearTogether() {
    auto lists = ListFiles::create(m_root / "a/b", ".csv", false);
    QVERIFY(lists);
    lists->text(Split::train) += "one\n";
    lists->text(Split::test) += "two\n";
    QVERIFY(lists->writeBuffered());
    lists->text(Split::train) += "three\n";
    for (const Split split : kListed) QVERIFY(!std::filesystem::exists(listPath(m_root / "a/b", split, ".csv")));
    QVERIFY(lists->commit());
    const std::map<std::string, std::string> expected = {
        {"a/b/train.csv", "one\nthree\n"}, {"a/b/validation.csv", ""}, {"a/b/test.csv", "two\n"}};
    QVERIFY(test::contentsBelow(m_root) == expected);
  }

  void abandonedOnesLeaveNothing() {
    {
      auto lists = ListFiles::create(m_root, ".csv", false);
      QVERIFY(lists);
      lists->text(Split::train) += std::string(2'000'000, 'x');
      QVERIFY(lists->writeBuffered());
    }
    QVERIFY(test::contentsBelow(m_root).empty());
  }

  /// What is sent to the file on the way keeps its order, and does not stay in memory.
  void longListsAreWrittenOnTheWay() {
    auto lists = ListFiles::create(m_root, ".txt", false);
    QVERIFY(lists);
    std::string expected;
    for (int line = 0; line < 80'000; ++line) {
      const std::string text = std::to_string(line) + " is a line\n";
      lists->text(Split::validation) += text;
      expected += text;
      QVERIFY(lists->writeBuffered());
      QVERIFY(lists->text(Split::validation).size() <= (1U << 20U));
    }
    QVERIFY(lists->commit());
    QVERIFY(test::contentsBelow(m_root).at("validation.txt") == expected);
  }

  void aListThatExistsIsReplacedOnlyWhereThatIsAllowed() {
    QVERIFY(io::writeText(m_root / "validation.csv", "mine", io::Overwrite::no));
    const auto refused = ListFiles::create(m_root, ".csv", false);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, Errc::exists);
    QCOMPARE(test::contentsBelow(m_root).size(), std::size_t{1});
    // One of another form is none of these.
    QVERIFY(ListFiles::create(m_root, ".jsonl", false));
    auto lists = ListFiles::create(m_root, ".csv", true);
    QVERIFY(lists);
    QVERIFY(lists->commit());
    QCOMPARE(test::contentsBelow(m_root).at("validation.csv"), std::string());
    // A file is no folder for lists.
    QVERIFY(!ListFiles::create(m_root / "validation.csv", ".csv", true));
  }

  void classesGoByName() {
    FakeDataset data(4);
    data.editMeta().target = store::Target::classes;
    data.editMeta().classes = {"no", "ja, \"wohl\""};
    data.add<std::uint8_t>("labels", DType::u8, {}, 2, {1, 0, 1, 2});
    // A code that no class has is shown as none.
    QCOMPARE(labelsOf(data), (Texts{"ja, \"wohl\"", "no", "ja, \"wohl\"", ""}));
    QVERIFY(LabelTexts(data).classes());
  }

  void valuesAreNumbers() {
    FakeDataset data(3);
    data.editMeta().target = store::Target::values;
    data.add<float>("labels", DType::f32, {2}, 2, {0.1F, 2, std::numeric_limits<float>::quiet_NaN(), -3, 1e10F, 5});
    QCOMPARE(labelsOf(data), (Texts{"0.1 2", " -3", "1e+10 5"}));
    QVERIFY(!LabelTexts(data).classes());
  }

  void wholeNumbersHaveAllTheirDigits() {
    FakeDataset data(3);
    data.editMeta().target = store::Target::values;
    data.add<std::int64_t>("labels", DType::i64, {}, 2, {9007199254740993, table::kMissingWhole, -1});
    QCOMPARE(labelsOf(data), (Texts{"9007199254740993", "", "-1"}));
  }

  void withoutLabelsThereIsNothingToSay() {
    FakeDataset data(2);
    data.editMeta().target = store::Target::classes;
    QCOMPARE(labelsOf(data), (Texts{"", ""}));
    QVERIFY(!LabelTexts(data).classes());
  }

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  std::filesystem::path m_root;
};

MASU_TEST(ListFilesTest)
#include "list_files_test.moc"
