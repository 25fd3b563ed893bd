// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rewrite/merging.h"

#include <QTemporaryDir>
#include <QTest>
#include <functional>

#include "core/io/file.h"
#include "tests/fixtures/fake_dataset.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using rewrite::CodeMerging;
using table::DType;
using Words = std::vector<std::string>;

namespace {

/// Two samples of one feature, a label, a category and a group.
std::shared_ptr<FakeDataset> tableOf(const Words& classes, const Words& words, const Words& groups,
                                     DType codes = DType::u8) {
  auto dataset = std::make_shared<FakeDataset>(2);
  auto& meta = dataset->editMeta();
  meta.uuid = "uuid of " + std::to_string(classes.size());
  meta.target = store::Target::classes;
  meta.classes = classes;
  meta.groups = groups;
  meta.sources = {{.path = "a.csv", .hash = {}}, {.path = "b.csv", .hash = {}}};
  meta.schema.columns.resize(2);
  meta.schema.columns[0].name = "x";
  meta.schema.columns[1].name = "colour";
  meta.schema.columns[1].role = table::Role::category;
  meta.schema.columns[1].dictionary = words;
  dataset->add<float>("features", DType::f32, {1}, 2, {1, 2});
  dataset->add<std::uint16_t>("labels", codes, {}, 2, {0, 0});
  dataset->add<std::uint16_t>("categories", codes, {1}, 2, {0, 0});
  dataset->add<std::int32_t>("group", DType::i32, {}, 2, {0, 0});
  return dataset;
}

Words numbered(const std::string& word, int count) {
  Words words;
  for (int i = 0; i < count; ++i) words.push_back(word + std::to_string(i));
  return words;
}

template <class From, class To>
std::vector<To> mapped(const CodeMerging& merging, const store::ObjectInfo& object, DType type,
                       const std::vector<From>& codes) {
  const auto bytes = std::as_bytes(std::span(codes));
  std::vector<std::byte> samples(bytes.begin(), bytes.end());
  merging.apply(object, type, samples);
  std::vector<To> result(samples.size() / sizeof(To));
  std::memcpy(result.data(), samples.data(), samples.size());
  return result;
}

}  // namespace

/// Samples that follow those of a dataset keep their meaning, and what cannot be stored beside them is refused.
class MergingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void codesKeepTheirWords() {
    const Words words = {"red", "green"};
    const Words further = {"blue", "green", "", "red"};
    const auto before = tableOf({"no", "yes"}, words, {"ann"});
    const auto added = tableOf({"yes", "maybe", "no"}, further, {"bob", "ann"});
    const auto merging = CodeMerging::of(*before, *added);
    QVERIFY(merging);
    QCOMPARE(merging->classes(), (Words{"no", "yes", "maybe"}));
    QCOMPARE(merging->groups(), (Words{"ann", "bob"}));
    QCOMPARE(merging->dictionaries().at(1), (Words{"red", "green", "blue", ""}));
    QCOMPARE(merging->newWords(), std::uint64_t{2});

    const auto labels = mapped<std::uint8_t, std::uint16_t>(*merging, *added->find("labels"), DType::u16, {0, 1, 2});
    QCOMPARE(labels, (std::vector<std::uint16_t>{1, 2, 0}));
    // What is missing stays so; each other code is one more than the place of its word.
    const auto codes =
        mapped<std::uint8_t, std::uint8_t>(*merging, *added->find("categories"), DType::u8, {0, 1, 2, 3, 4});
    QCOMPARE(codes.at(0), std::uint8_t{0});
    for (std::size_t i = 0; i < further.size(); ++i)
      QCOMPARE(merging->dictionaries()[1].at(codes.at(i + 1) - 1U), further[i]);
    const auto groups = mapped<std::int32_t, std::int32_t>(*merging, *added->find("group"), DType::i32, {0, 1, 0});
    QCOMPARE(groups, (std::vector<std::int32_t>{1, 0, 1}));
    const auto features = mapped<float, float>(*merging, *added->find("features"), DType::f32, {0, 1});
    QCOMPARE(features, (std::vector<float>{0, 1}));
  }

  void eachColumnHasWordsOfItsOwn() {
    const auto before = tableOf({}, {"a"}, {});
    const auto added = tableOf({}, {"b"}, {});
    for (FakeDataset* dataset : {before.get(), added.get()}) {
      auto& columns = dataset->editMeta().schema.columns;
      columns.push_back(columns[1]);
      dataset->editObjects()[2].sampleShape = {2};
    }
    added->editMeta().schema.columns[2].dictionary = {"c", "a"};
    const auto merging = CodeMerging::of(*before, *added);
    QVERIFY(merging);
    const auto codes =
        mapped<std::uint8_t, std::uint8_t>(*merging, *added->find("categories"), DType::u8, {1, 1, 0, 2});
    QCOMPARE(codes, (std::vector<std::uint8_t>{2, 2, 0, 1}));
  }

  /// Sources follow those of the dataset, and so do groups that are the recordings themselves.
  void sourcesFollowThoseBefore() {
    const auto before = tableOf({"no"}, {}, {});
    const auto added = tableOf({"no"}, {}, {});
    const auto merging = CodeMerging::of(*before, *added);
    QVERIFY(merging);
    const auto origins = mapped<store::Origin, store::Origin>(
        *merging, {.name = "origin", .element = store::Element::origin}, DType::u8, {{0, 5}, {1, 6}});
    QCOMPARE(origins.at(0).source, 2U);
    QCOMPARE(origins.at(0).position, std::uint64_t{5});
    QCOMPARE(origins.at(1).source, 3U);
    const auto windows = mapped<store::StoredWindow, store::StoredWindow>(
        *merging, {.name = "windows", .element = store::Element::window}, DType::u8, {{100, 1, 64}});
    QCOMPARE(windows.at(0).recording, 3U);
    QCOMPARE(windows.at(0).start, std::uint64_t{100});
    QCOMPARE(windows.at(0).length, 64U);
    const auto groups = mapped<std::int32_t, std::int32_t>(*merging, *added->find("group"), DType::i32, {0, 1});
    QCOMPARE(groups, (std::vector<std::int32_t>{2, 3}));
  }

  void labelsThatAreValuesBecomeWider() {
    const auto before = tableOf({}, {}, {});
    before->editMeta().target = store::Target::values;
    const auto merging = CodeMerging::of(*before, *before);
    QVERIFY(merging);
    const store::ObjectInfo labels{.name = "labels", .dtype = DType::f32};
    const auto values = mapped<float, double>(*merging, labels, DType::f64, {0.1F, -3});
    QCOMPARE(values, (std::vector<double>{double{0.1F}, -3}));
  }

  /// Of 8 bits, codes reach 255: so many words beside what is missing, or one class more.
  void moreWordsThanTheTypeHoldsAreRefused_data() {
    QTest::addColumn<int>("classes");
    QTest::addColumn<int>("words");
    QTest::addColumn<QString>("refused");
    QTest::newRow("all that fit") << 256 << 255 << "";
    QTest::newRow("a class too many") << 257 << 255 << "labels";
    QTest::newRow("a word too many") << 256 << 256 << "categories";
  }
  void moreWordsThanTheTypeHoldsAreRefused() {
    QFETCH(int, classes);
    QFETCH(int, words);
    QFETCH(QString, refused);
    const auto before = tableOf({"class0"}, {"word0"}, {});
    const auto added = tableOf(numbered("class", classes), numbered("word", words), {}, DType::u16);
    const auto merging = CodeMerging::of(*before, *added);
    QCOMPARE(merging.has_value(), refused.isEmpty());
    if (merging) return;
    QCOMPARE(merging.error().code, Errc::unsupported);
    const auto sentence = QString::fromStdString(merging.error().message.english());
    QVERIFY2(sentence.contains(refused) && sentence.contains("256"), qPrintable(sentence));
  }

  void onlyTheSameShapeGoesTogether() {
    using Change = std::function<void(FakeDataset&)>;
    const auto outcome = [](const Change& change, store::Target target = store::Target::classes) {
      const auto before = tableOf({"no"}, {"a"}, {});
      const auto added = tableOf({"no", "yes"}, {"b"}, {});
      before->editMeta().target = added->editMeta().target = target;
      change(*added);
      const auto same = rewrite::checkSameShape(*before, *added);
      return same ? std::string() : same.error().message.english();
    };
    QCOMPARE(outcome([](FakeDataset&) {}), std::string());
    // Codes are made those of the dataset, whatever their type.
    QCOMPARE(outcome([](FakeDataset& added) { added.editObjects()[1].dtype = DType::u16; }), std::string());
    QCOMPARE(outcome([](FakeDataset& added) { added.editObjects()[2].dtype = DType::u16; }), std::string());
    const auto refused = [&](const char* because, const Change& change, store::Target target = store::Target::classes) {
      const std::string sentence = outcome(change, target);
      QVERIFY2(sentence.find(because) != std::string::npos, (std::string(because) + ": " + sentence).c_str());
    };
    refused("convert --dtype f64", [](FakeDataset& added) { added.editObjects()[0].dtype = DType::f64; });
    refused(
        "labels that need u16", [](FakeDataset& added) { added.editObjects()[1].dtype = DType::u16; },
        store::Target::values);
    refused("have 2 × 3 values in features", [](FakeDataset& added) { added.editObjects()[0].sampleShape = {2, 3}; });
    refused("have no labels", [](FakeDataset& added) { added.editObjects().erase(added.editObjects().begin() + 1); });
    refused("other columns", [](FakeDataset& added) { added.editMeta().schema.columns[0].name = "y"; });
    refused("other columns", [](FakeDataset& added) { added.editMeta().schema.columns[0].scale = 2; });
    refused("other columns", [](FakeDataset& added) { added.editMeta().schema.columns.pop_back(); });
    refused("other columns", [](FakeDataset& added) { added.editMeta().window = 256; });
  }

  void theDescriptionIsOfBoth() {
    const auto before = tableOf({"no", "yes"}, {"a"}, {});
    const auto added = tableOf({"maybe"}, {"b"}, {});
    table::ColumnStats both;
    for (const auto& [dataset, value] : {std::pair(before, 3.0), {added, -1.0}}) {
      auto& meta = dataset->editMeta();
      meta.schema.columns[0].stats.add(value);
      both.add(value);
      meta.records = 10;
      meta.rejected = 2;
      meta.dropped = 1;
      meta.paddedWindows = 4;
    }
    const auto merging = CodeMerging::of(*before, *added);
    QVERIFY(merging);
    const store::DatasetMeta merged = rewrite::mergedMeta(before->meta(), added->meta(), *merging);
    QCOMPARE(merged.parent, before->uuid());
    QVERIFY(merged.uuid != before->uuid() && merged.uuid != added->uuid());
    QCOMPARE(merged.classes, (Words{"no", "yes", "maybe"}));
    QCOMPARE(merged.schema.columns[1].dictionary, (Words{"a", "b"}));
    QCOMPARE(merged.sources.size(), std::size_t{4});
    QCOMPARE(merged.records, std::uint64_t{20});
    QCOMPARE(merged.rejected, std::uint64_t{4});
    QCOMPARE(merged.dropped, std::uint64_t{2});
    QCOMPARE(merged.paddedWindows.value_or(0), std::uint64_t{8});
    const table::ColumnStats& stats = merged.schema.columns[0].stats;
    QCOMPARE(stats.count, both.count);
    QCOMPARE(stats.min, both.min);
    QCOMPARE(stats.max, both.max);
    QCOMPARE(stats.mean, both.mean);
    QCOMPARE(stats.squares, both.squares);
    // The same two give the same identity; the other way round, another.
    QCOMPARE(rewrite::mergedMeta(before->meta(), added->meta(), *merging).uuid, merged.uuid);
    QVERIFY(rewrite::mergedMeta(added->meta(), before->meta(), *merging).uuid != merged.uuid);
    // A count of some of the windows is not a count of all.
    added->editMeta().paddedWindows.reset();
    QVERIFY(!rewrite::mergedMeta(before->meta(), added->meta(), *merging).paddedWindows);
    QVERIFY(!rewrite::mergedMeta(added->meta(), before->meta(), *merging).paddedWindows);
  }

  void rejectsAreJoinedUnderOneHeading_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("further");
    QTest::addColumn<QByteArray>("joined");
    QTest::newRow("the same") << QByteArray("a,b\n1,2\n") << QByteArray("a,b\n3,4\n") << QByteArray("a,b\n1,2\n3,4\n");
    QTest::newRow("another") << QByteArray("a,b\n1,2\n") << QByteArray("a,c\n3,4\n")
                             << QByteArray("a,b\n1,2\na,c\n3,4\n");
    QTest::newRow("nothing but the heading") << QByteArray("a,b\n") << QByteArray("a,b\n") << QByteArray("a,b\n");
    QTest::newRow("nothing before") << QByteArray("") << QByteArray("a,b\n3,4\n") << QByteArray("a,b\n3,4\n");
    QTest::newRow("nothing after") << QByteArray("a,b\n1,2\n") << QByteArray("") << QByteArray("a,b\n1,2\n");
    QTest::newRow("no file before") << QByteArray() << QByteArray("a,b\n3,4\n") << QByteArray("a,b\n3,4\n");
  }
  void rejectsAreJoinedUnderOneHeading() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, further);
    QFETCH(QByteArray, joined);
    QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    if (!before.isNull()) QVERIFY(io::writeText(root / "rejects.csv", before.toStdString(), io::Overwrite::no));
    QVERIFY(io::writeText(root / "further.csv", further.toStdString(), io::Overwrite::no));
    auto file = rewrite::joinedRejects(root / "rejects.csv", root / "further.csv");
    QVERIFY(file);
    // Not before it is committed.
    QCOMPARE(std::filesystem::exists(root / "rejects.csv"), !before.isNull());
    QVERIFY(file->commit(io::Sync::no));
    QCOMPARE(QByteArray::fromStdString(io::readText(root / "rejects.csv").value()), joined);
  }
};

MASU_TEST(MergingTest)
#include "merging_test.moc"
