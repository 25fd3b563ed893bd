// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read/code_limits.h"

#include <QTest>
#include <cstring>
#include <limits>
#include <random>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;
using table::DType;

namespace {

ObjectInfo object(const char* name, DType type, std::vector<std::uint64_t> shape = {},
                  Element element = Element::number) {
  ObjectInfo info;
  info.name = name;
  info.dtype = type;
  info.sampleShape = std::move(shape);
  info.element = element;
  return info;
}

/// A table of two features and two categories, of 2 and 5 words, with so many classes, groups and sources.
DatasetContent contentOf(const std::vector<ObjectInfo>& objects, std::size_t names = 3) {
  DatasetContent content;
  content.meta.target = Target::classes;
  content.meta.classes.resize(names);
  content.meta.groups.resize(names);
  content.meta.sources.resize(names);
  for (const std::size_t words : {0, 2, 0, 5}) {
    table::Column& column = content.meta.schema.columns.emplace_back();
    column.role = words == 0 ? table::Role::feature : table::Role::category;
    column.dictionary.resize(words);
  }
  for (const ObjectInfo& info : objects) content.objects.push_back({info, {}});
  return content;
}

template <class Stored>
std::span<const std::byte> bytesOf(const std::vector<Stored>& values) {
  return std::as_bytes(std::span(values));
}

/// What strayIn() has to find, by the words of its contract; `below`: one limit a column.
template <class Stored>
std::optional<CodeLimits::Stray> firstBeyond(const std::vector<Stored>& values,
                                             const std::vector<std::int64_t>& below) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<std::int64_t>(values[i]);
    const std::int64_t limit = below[i % below.size()];
    if (value < 0 || value >= limit)
      return CodeLimits::Stray{i / below.size(), value, static_cast<std::uint64_t>(limit)};
  }
  return std::nullopt;
}

bool same(const std::optional<CodeLimits::Stray>& one, const std::optional<CodeLimits::Stray>& other) {
  if (!one || !other) return one.has_value() == other.has_value();
  return one->sample == other->sample && one->value == other->value && one->limit == other->limit;
}

CodeLimits limitsOf(const DatasetContent& content) {
  auto limits = CodeLimits::of(content, "t.h5");
  if (!limits) qFatal("%s", limits.error().message.english().c_str());
  return *limits;
}

/// Random codes of which few are beyond their limits, against the words of the contract.
template <class Stored>
void checkCodes(const ObjectInfo& info, const std::vector<std::int64_t>& below) {
  const CodeLimits limits = limitsOf(contentOf({info}));
  QVERIFY(limits.has(info));
  std::mt19937 random(1);
  std::size_t found = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Stored> values(below.size() * (random() % 40));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<Stored>(random() % static_cast<unsigned>(below[i % below.size()]));
    if (!values.empty() && trial % 3 > 0) {
      const std::size_t at = random() % values.size();
      const auto limit = static_cast<Stored>(below[at % below.size()]);
      values[at] = trial % 3 == 1 ? limit : static_cast<Stored>(-1);  // of unsigned ones the largest
    }
    const auto expected = firstBeyond(values, below);
    QVERIFY(same(limits.strayIn(info, bytesOf(values)), expected));
    found += expected ? 1 : 0;
  }
  QVERIFY(found > 100 && found < 250);
}

/// As they are stored: 12 bytes each.
std::vector<std::byte> origins(const std::vector<std::uint32_t>& sources) {
  std::vector<Origin> whole;
  for (const std::uint32_t source : sources) whole.push_back({source, std::numeric_limits<std::uint64_t>::max()});
  return packOrigins(std::as_bytes(std::span(whole)));
}

}  // namespace

class CodeLimitsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void codesAreBelowTheirLists();
  void theLastNameIsTakenAndTheNextIsNot();
  void groupsWithoutNamesAreAnyCount();
  void originsPointAtSources();
  void textsEndOneAfterTheOther();
  void whatIsNoCodeIsNotLookedAt();
  void whatIsNotAsDescribedIsRefused_data();
  void whatIsNotAsDescribedIsRefused();
};

void CodeLimitsTest::codesAreBelowTheirLists() {
  checkCodes<std::uint8_t>(object("labels", DType::u8), {3});
  checkCodes<std::uint16_t>(object("labels", DType::u16), {3});
  checkCodes<std::uint32_t>(object("labels", DType::u32), {3});
  checkCodes<std::int32_t>(object("group", DType::i32), {3});
  // Code 0 is a missing word, and each column has a list of its own.
  checkCodes<std::uint8_t>(object("categories", DType::u8, {2}), {3, 6});
  checkCodes<std::uint16_t>(object("categories", DType::u16, {2}), {3, 6});
  checkCodes<std::uint32_t>(object("categories", DType::u32, {2}), {3, 6});
}

void CodeLimitsTest::theLastNameIsTakenAndTheNextIsNot() {
  const ObjectInfo bytes = object("labels", DType::u8);
  const std::vector<std::uint8_t> all = {0, 255};
  QVERIFY(!limitsOf(contentOf({bytes}, 256)).strayIn(bytes, bytesOf(all)));
  QVERIFY(same(limitsOf(contentOf({bytes}, 255)).strayIn(bytes, bytesOf(all)), CodeLimits::Stray{1, 255, 255}));
  QVERIFY(same(limitsOf(contentOf({bytes}, 0)).strayIn(bytes, bytesOf(all)), CodeLimits::Stray{0, 0, 0}));
  const ObjectInfo words = object("labels", DType::u16);
  const std::vector<std::uint16_t> most = {65535};
  QVERIFY(!limitsOf(contentOf({words}, 65536)).strayIn(words, bytesOf(most)));
  QVERIFY(limitsOf(contentOf({words}, 65535)).strayIn(words, bytesOf(most)).has_value());
  // The largest of 32 bits is no negative number.
  const ObjectInfo longs = object("labels", DType::u32);
  const std::vector<std::uint32_t> largest = {std::numeric_limits<std::uint32_t>::max()};
  QVERIFY(same(limitsOf(contentOf({longs})).strayIn(longs, bytesOf(largest)), CodeLimits::Stray{0, 4294967295, 3}));
}

void CodeLimitsTest::groupsWithoutNamesAreAnyCount() {
  const ObjectInfo group = object("group", DType::i32);
  const CodeLimits limits = limitsOf(contentOf({group}, 0));
  const std::vector<std::int32_t> any = {0, std::numeric_limits<std::int32_t>::max()};
  QVERIFY(!limits.strayIn(group, bytesOf(any)));
  const std::vector<std::int32_t> negative = {5, std::numeric_limits<std::int32_t>::min()};
  const auto stray = limits.strayIn(group, bytesOf(negative));
  QVERIFY(stray.has_value());
  QCOMPARE(stray->sample, std::uint64_t{1});
  QCOMPARE(stray->value, std::int64_t{std::numeric_limits<std::int32_t>::min()});
}

void CodeLimitsTest::originsPointAtSources() {
  const ObjectInfo origin = object("origin", DType::u8, {}, Element::origin);
  const CodeLimits limits = limitsOf(contentOf({origin}));
  QVERIFY(!limits.strayIn(origin, origins({})));
  QVERIFY(!limits.strayIn(origin, origins({0, 2, 1, 2})));
  QVERIFY(same(limits.strayIn(origin, origins({0, 2, 3, 4})), CodeLimits::Stray{2, 3, 3}));
  const std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();
  QVERIFY(same(limits.strayIn(origin, origins({largest})), CodeLimits::Stray{0, largest, 3}));
}

void CodeLimitsTest::textsEndOneAfterTheOther() {
  const ObjectInfo ends = object("kept/note", DType::u8, {}, Element::textEnds);
  ObjectInfo bytes = object("kept/note", DType::u8, {}, Element::textBytes);
  bytes.samples = 10;
  const CodeLimits limits = limitsOf(contentOf({ends, bytes}));
  QVERIFY(limits.has(ends) && !limits.has(bytes));
  using Ends = std::vector<std::uint64_t>;
  QVERIFY(!limits.strayIn(ends, bytesOf(Ends{0, 0, 4, 4, 10, 10})));
  QVERIFY(same(limits.strayIn(ends, bytesOf(Ends{0, 10, 11})), CodeLimits::Stray{2, 11, 11}));
  QVERIFY(same(limits.strayIn(ends, bytesOf(Ends{4, 3})), CodeLimits::Stray{1, 3, 11}));
  QVERIFY(limits.strayIn(ends, bytesOf(Ends{std::numeric_limits<std::uint64_t>::max()})).has_value());
  // Without bytes all texts are empty.
  const CodeLimits empty = limitsOf(contentOf({ends}));
  QVERIFY(!empty.strayIn(ends, bytesOf(Ends{0, 0})));
  QVERIFY(empty.strayIn(ends, bytesOf(Ends{0, 1})).has_value());
}

void CodeLimitsTest::whatIsNoCodeIsNotLookedAt() {
  const ObjectInfo features = object("features", DType::f32, {2});
  const ObjectInfo weights = object("weights", DType::f32);
  const ObjectInfo kept = object("kept/labels", DType::u8);
  const CodeLimits limits = limitsOf(contentOf({features, weights, kept}));
  const std::vector<std::uint8_t> large(16, 255);
  for (const ObjectInfo& info : {features, weights, kept, object("labels", DType::u8)}) {
    QVERIFY(!limits.has(info));
    QVERIFY(!limits.strayIn(info, bytesOf(large)));
  }
  // Labels that are values are no codes, either.
  const ObjectInfo labels = object("labels", DType::f64);
  DatasetContent values = contentOf({labels});
  values.meta.target = Target::values;
  QVERIFY(!limitsOf(values).has(labels));
}

void CodeLimitsTest::whatIsNotAsDescribedIsRefused_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<int>("type");
  QTest::addColumn<int>("columns");  // 0: one value a sample
  QTest::addColumn<bool>("described");
  const auto row = [](const char* name, DType type, int columns, bool described) {
    const std::string title = std::string(name) + ' ' + std::string(table::name(type)) + ' ' + std::to_string(columns);
    QTest::newRow(title.c_str()) << QString(name) << static_cast<int>(type) << columns << described;
  };
  for (const DType type : {DType::u8, DType::u16, DType::u32}) {
    row("labels", type, 0, true);
    row("labels", type, 1, false);
    row("categories", type, 2, true);
    row("categories", type, 1, false);
    row("categories", type, 3, false);
    row("categories", type, 0, false);
  }
  for (const DType type : {DType::i8, DType::i16, DType::i32, DType::f16, DType::f32, DType::f64, DType::i64}) {
    row("labels", type, 0, false);
    row("categories", type, 2, false);
  }
  row("group", DType::i32, 0, true);
  row("group", DType::i32, 1, false);
  row("group", DType::u32, 0, false);
  row("features", DType::f32, 2, true);
  row("features", DType::u8, 2, true);
  row("features", DType::i64, 2, false);
  row("features", DType::f32, 1, false);
  row("features", DType::f32, 3, false);
  row("features", DType::f32, 0, false);
  row("weights", DType::f32, 0, true);
  row("weights", DType::f32, 1, false);
  row("kept/x", DType::i64, 0, true);
}

void CodeLimitsTest::whatIsNotAsDescribedIsRefused() {
  QFETCH(const QString, name);
  QFETCH(const int, type);
  QFETCH(const int, columns);
  QFETCH(const bool, described);
  const std::string title = name.toStdString();
  std::vector<std::uint64_t> shape;
  if (columns > 0) shape.push_back(static_cast<std::uint64_t>(columns));
  const auto limits =
      CodeLimits::of(contentOf({object(title.c_str(), static_cast<DType>(type), std::move(shape))}), "t.h5");
  QCOMPARE(limits.has_value(), described);
  if (described) return;
  QCOMPARE(limits.error().code, Errc::format);
  QVERIFY(limits.error().message.english().find(title) != std::string::npos);
}

MASU_TEST(CodeLimitsTest)
#include "code_limits_test.moc"
