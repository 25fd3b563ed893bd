// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/loader_snippet.h"

#include <QRegularExpression>
#include <QTest>
#include <algorithm>
#include <set>

#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::shards;

namespace {

/// Four rows of a feature, a category and a label of two classes, called so.
std::shared_ptr<FakeDataset> tableOf(const std::string& label) {
  using table::Role;
  auto data = std::make_shared<FakeDataset>(4);
  for (const auto& [name, role] :
       {std::pair<std::string, Role>("width", Role::feature), {"city", Role::category}, {label, Role::label}}) {
    table::Column column;
    column.name = name;
    column.role = role;
    if (role == Role::category) column.dictionary = {"Oslo"};
    data->editMeta().schema.columns.push_back(column);
  }
  data->add("features", table::DType::f32, {1}, 4, std::vector<float>(4));
  data->add("categories", table::DType::u8, {1}, 4, std::vector<std::uint8_t>(4));
  data->add("labels", table::DType::u8, {}, 4, std::vector<std::uint8_t>{0, 1, 0, 1});
  data->editMeta().target = store::Target::classes;
  data->editMeta().classes = {"no", "yes"};
  data->lieAt("somewhere/made.h5");
  return data;
}

void dropColumns(FakeDataset& data, table::Role role, const std::string& object) {
  std::erase_if(data.editMeta().schema.columns, [&](const table::Column& column) { return column.role == role; });
  std::erase_if(data.editObjects(), [&](const store::ObjectInfo& one) { return one.name == object; });
}

std::string snippet(const FakeDataset& data, Format format, Framework framework, const std::string& folder = "out") {
  return loaderSnippet(data, {}, {format, framework, folder, "train"});
}

}  // namespace

/// The programs that read an export. That they run, and read what was written, is tested with the export of files.
class LoaderSnippetTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void frameworksHaveANameEach() {
    std::set<std::string_view> names;
    std::set<std::string_view> titles;
    for (const Framework framework : frameworks()) {
      QVERIFY(names.insert(name(framework)).second);
      QVERIFY(titles.insert(title(framework)).second);
      QVERIFY(frameworkFrom(name(framework)) == framework);
    }
    QCOMPARE(frameworks().size(), std::size_t{7});
    QVERIFY(frameworks().front() == Framework::numpy && frameworks().back() == Framework::mosaicml);
    QVERIFY(!frameworkFrom(""));
    QVERIFY(!frameworkFrom("PyTorch"));
  }

  /// Of the frameworks that read a format there is a program, of others none; and no place of it is left open.
  void programsAreWhole() {
    static const QRegularExpression kOpen("<[a-z]+\\d?>");
    const auto data = tableOf("income");
    for (const Format format : formats()) {
      if (format == Format::zip) continue;
      const auto& fitting = frameworksFor(format);
      QVERIFY(!fitting.empty());
      for (const Framework framework : frameworks()) {
        const std::string text = snippet(*data, format, framework);
        QCOMPARE(!text.empty(), std::ranges::find(fitting, framework) != fitting.end());
        if (text.empty()) continue;
        QVERIFY2(!kOpen.match(QString::fromStdString(text)).hasMatch(), text.c_str());
        QVERIFY(text.starts_with("import "));
        QVERIFY2(text.find("masu") == std::string::npos, text.c_str());
        QVERIFY(text.find("train") != std::string::npos);
      }
    }
  }

  void aBundleIsUnpackedFirst() {
    const auto data = tableOf("income");
    const std::string text = snippet(*data, Format::zip, Framework::pandas);
    QVERIFY(text.starts_with("import shutil\n\nshutil.unpack_archive(\"out/made.zip\", \"out/made\")\n\n"));
    QVERIFY(text.ends_with(snippet(*data, Format::csv, Framework::pandas, "out/made")));
    // Arrays are in the bundles of recordings.
    QVERIFY(snippet(*data, Format::zip, Framework::numpy).empty());
  }

  void xIsAloneWithoutLabels() {
    const auto data = tableOf("income");
    QVERIFY(snippet(*data, Format::npy, Framework::numpy).find("\nfor x, y in data:") != std::string::npos);
    dropColumns(*data, table::Role::label, "labels");
    data->editMeta().target = store::Target::none;
    for (const auto& [format, framework] :
         {std::pair(Format::csv, Framework::pandas), {Format::npy, Framework::numpy}}) {
      const std::string text = snippet(*data, format, framework);
      QVERIFY2(text.find("\nfor x in data:") != std::string::npos, text.c_str());
      QVERIFY2(text.find("return x\n") != std::string::npos, text.c_str());
    }
  }

  void theShardsAreThoseOfTheArrayThatThereIs() {
    const auto data = tableOf("income");
    QVERIFY(snippet(*data, Format::npy, Framework::numpy).find("\"out/made-train-*.features.npy\"") !=
            std::string::npos);
    dropColumns(*data, table::Role::feature, "features");
    const std::string words = snippet(*data, Format::npy, Framework::numpy);
    QVERIFY2(words.find("\"out/made-train-*.categories.npy\"") != std::string::npos, words.c_str());
    QVERIFY2(words.find("scaled(") == std::string::npos, words.c_str());
    dropColumns(*data, table::Role::category, "categories");
    QCOMPARE(snippet(*data, Format::npy, Framework::numpy), std::string());
  }

  /// Whatever a name holds, Python reads one literal on one line.
  void namesStayWithinTheirQuotes() {
    const std::string text = snippet(*tableOf("in\ncome \"x\"\\"), Format::csv, Framework::pandas);
    QVERIFY2(text.find("table[\"in\\x0acome \\\"x\\\"\\\\\"]") != std::string::npos, text.c_str());
    QVERIFY2(text.find("\"in\\x0acome \\\"x\\\"\\\\\": str") != std::string::npos, text.c_str());
  }

  void aFolderIsNoPattern() {
    const auto data = tableOf("income");
    const std::string text = snippet(*data, Format::csv, Framework::pandas, "a[b]*");
    QVERIFY2(text.find("glob.glob(\"a[[]b][*]/train/split_data_*.csv\")") != std::string::npos, text.c_str());
    QVERIFY2(text.find("open(\"a[b]*/index.json\"") != std::string::npos, text.c_str());
    // What looks like a place of the template is a name like any other.
    QVERIFY(snippet(*data, Format::csv, Framework::pandas, "<split>").find("\"<split>/index.json\"") !=
            std::string::npos);
  }
};

MASU_TEST(LoaderSnippetTest)
#include "loader_snippet_test.moc"
