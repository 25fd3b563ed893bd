// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/waveform/mat/mat_listing.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

/// Files of version 5 element by element: what is in structs and cells, and what does not fit into one another.
class Mat5ListingTest : public QObject {
  Q_OBJECT

  enum Class : std::uint32_t {
    cell = 1,
    structure = 2,
    text = 4,
    f64 = 6,
    f32 = 7,
    i8 = 8,
    u8 = 9,
    u64 = 15,
    opaque = 17
  };
  using Names = std::vector<std::string>;
  using Dimensions = std::vector<std::uint32_t>;

 private Q_SLOTS:
  void membersAreNamedByTheWayToThem() {
    const std::string pair = fields({"a", "bc"});
    const std::string content = number("") + number("");
    const auto listing = list(matrix(structure, {1, 1}, "s", pair + content) +
                              matrix(structure, {1, 2}, "r", pair + content + number("") + number("")) +
                              matrix(cell, {2, 1}, "c", number("") + matrix(structure, {1, 1}, "", pair + content)) +
                              number("x"));
    QVERIFY2(listing, sentence(listing).c_str());
    QCOMPARE(namesOf(*listing), (Names{"s.a", "s.bc", "r(1).a", "r(1).bc", "r(2).a", "r(2).bc", "c{1}", "c{2}.a",
                                       "c{2}.bc", "x"}));
    QCOMPARE(listing->layouts.size(), listing->arrays.size());
  }

  void anEmptyMemberKeepsItsPlace() {
    const auto listing = list(matrix(cell, {1, 3}, "c", element(14, "") + number("") + element(14, "")) +
                              matrix(structure, {0, 0}, "none", fields({"a"})) +
                              matrix(structure, {1, 3}, "without", fields({})) + number("x"));
    QVERIFY2(listing, sentence(listing).c_str());
    QCOMPARE(namesOf(*listing), (Names{"c{2}", "x"}));
  }

  /// Up to four bytes may be in the tag itself.
  void numbersAreWhereTheirBytesAre() {
    const std::string first = matrix(u8, {1, 3}, "a", small(2, "\1\2\3"));
    const std::string second = matrix(u8, {3, 3}, "b", element(2, "123456789"));
    const auto listing = list(first + second);
    QVERIFY2(listing, sentence(listing).c_str());
    QCOMPARE(namesOf(*listing), (Names{"a", "b"}));
    QCOMPARE(listing->layouts[0].offset, std::uint64_t{128 + first.size() - 4});
    QCOMPARE(listing->layouts[1].offset, std::uint64_t{128 + first.size() + second.size() - 16});
    QVERIFY(listing->arrays[1].shape == (std::vector<std::uint64_t>{3, 3}));
    QVERIFY(listing->layouts[1].fortran && !listing->layouts[1].bigEndian);
  }

  /// The class is what the author chose; a narrower storage holds its values, a wider one is not believed to.
  void theClassIsTheTypeWhereItHoldsTheStorage() {
    const auto listing =
        list(matrix(f64, {1, 2}, "d", small(2, "\1\2")) + matrix(f32, {1, 2}, "s", small(1, "\1\2")) +
             matrix(i8, {1, 2}, "i", small(3, std::string(4, '\1'))) +
             matrix(u8, {1, 2}, "l", small(2, std::string("\1\0", 2)), 0x0200) +
             matrix(u64, {1, 1}, "q", element(13, std::string(8, '\1'))));
    QVERIFY2(listing, sentence(listing).c_str());
    const std::vector<ElementType> types = {ElementType::f64, ElementType::f32, ElementType::f64,
                                            ElementType::boolean, ElementType::u64};
    const std::vector<ElementType> stored = {ElementType::u8, ElementType::i8, ElementType::i16,
                                             ElementType::boolean, ElementType::u64};
    for (std::size_t i = 0; i < types.size(); ++i) {
      QVERIFY2(listing->arrays[i].type == types[i], listing->arrays[i].name.c_str());
      QVERIFY2(listing->layouts[i].type == stored[i], listing->arrays[i].name.c_str());
    }
  }

  void whatIsNoNumbersIsListedAsSuch() {
    const auto listing = list(matrix(text, {1, 2}, "t", small(4, std::string("a\0b\0", 4))) +
                              matrix(f64, {1, 1}, "complex", number64() + number64(), 0x0800) +
                              element(14, element(6, word(opaque) + word(0)) + std::string(24, 'o')) +
                              matrix(f64, {1, 1}, "", number64()) + element(9, std::string(8, 'z')) + number("x"));
    QVERIFY2(listing, sentence(listing).c_str());
    QCOMPARE(namesOf(*listing), (Names{"t", "complex", "x"}));
    QVERIFY(!listing->arrays[0].type && !listing->arrays[1].type && listing->arrays[2].type);
  }

  void nestingHasAnEnd() {
    for (const int deepest : {kDeepestMatStruct, kDeepestMatStruct + 1}) {
      std::string nested = number("");
      for (int i = 1; i < deepest; ++i) nested = matrix(cell, {1, 1}, "", nested);
      const auto listing = list(matrix(cell, {1, 1}, "c", nested));
      QCOMPARE(listing.has_value(), deepest == kDeepestMatStruct);
      if (!listing) QCOMPARE(listing.error().code, Errc::damaged);
    }
  }

  void longNamesAreBounded() {
    QVERIFY(list(number(std::string(256, 'n'))));
    QVERIFY(!list(number(std::string(257, 'n'))));
  }

  void whatDoesNotFitIsDamage_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    row("fewer numbers than the shape", matrix(f64, {1, 2}, "n", number64()));
    row("more numbers than the shape", matrix(f64, {1, 1}, "n", element(9, std::string(16, '\1'))));
    row("numbers of no type", matrix(f64, {1, 1}, "n", element(16, std::string(8, '\1'))));
    row("no numbers", matrix(f64, {1, 1}, "n", ""));
    row("a negative length", matrix(f64, {0x80000000U, 0}, "n", element(9, "")));
    row("lengths beyond counting", matrix(f64, Dimensions(4, 0x7FFFFFFFU), "n", number64()));
    row("too many dimensions", matrix(f64, Dimensions(33, 1), "n", number64()));
    row("half a length", element(14, element(6, word(f64) + word(0)) + element(5, std::string(6, '\1')) +
                                         element(1, "n") + number64()));
    row("flags cut short", element(14, small(6, word(f64)) + element(5, word(1) + word(1)) + element(1, "n")));
    row("nothing but flags", element(14, element(6, word(f64) + word(0))));
    row("a member beyond the cell", matrix(cell, {1, 2}, "c", number("")));
    row("a member beyond the struct", matrix(structure, {1, 1}, "s", fields({"a", "b"}) + number("")));
    row("fields of no length", matrix(structure, {1, 1}, "s", small(5, word(0)) + element(1, "")));
    row("fields of too great a length", matrix(structure, {1, 1}, "s", small(5, word(257)) + element(1, "")));
    row("a length of fields in eight bytes", matrix(structure, {1, 1}, "s", element(5, word(1) + word(1))));
    row("five bytes in a tag", word(5U << 16U | 2U) + "1234");
    row("a tag cut short", number("x") + "1234567");
    row("a variable beyond the file", word(14) + word(1000) + std::string(999, '\0'));
  }
  void whatDoesNotFitIsDamage() {
    QFETCH(const QByteArray, bytes);
    const auto listing = list(bytes.toStdString());
    QVERIFY(!listing);
    QCOMPARE(listing.error().code, Errc::damaged);
    QVERIFY2(sentence(listing).find("made.mat is damaged or cut short") != std::string::npos,
             sentence(listing).c_str());
  }

 private:
  static std::string word(std::uint32_t value) {
    std::string bytes;
    for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (8 * i));
    return bytes;
  }
  static std::string element(std::uint32_t type, const std::string& bytes) {
    return word(type) + word(static_cast<std::uint32_t>(bytes.size())) + bytes +
           std::string((8 - bytes.size() % 8) % 8, '\0');
  }
  /// One whose bytes, four at most, are in its tag.
  static std::string small(std::uint32_t type, std::string bytes) {
    const std::string tag = word(static_cast<std::uint32_t>(bytes.size()) << 16U | type);
    bytes.resize(4);
    return tag + bytes;
  }

  static std::string matrix(std::uint32_t matClass, const Dimensions& dimensions, const std::string& name,
                            const std::string& content, std::uint32_t flags = 0) {
    std::string shape;
    for (const std::uint32_t length : dimensions) shape += word(length);
    return element(14, element(6, word(matClass | flags) + word(0)) + element(5, shape) + element(1, name) + content);
  }
  static std::string number64() { return element(9, std::string(8, '\1')); }
  /// A variable, or a member, of one number.
  static std::string number(const std::string& name) { return matrix(f64, {1, 1}, name, number64()); }
  static std::string fields(const Names& names) {
    std::string all;
    for (std::string name : names) {
      name.resize(8);
      all += name;
    }
    return small(5, word(8)) + element(1, all);
  }

  static Result<MatListing> list(const std::string& variables) {
    const std::string bytes = std::string(124, ' ') + std::string("\0\1IM", 4) + variables;
    MASU_TRY(const io::File file, io::File::createInMemory("made.mat"));
    MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(bytes))));
    return listMat5(file);
  }
  static Names namesOf(const MatListing& listing) {
    Names names;
    for (const ListedArray& array : listing.arrays) names.push_back(array.name);
    return names;
  }
  static std::string sentence(const Result<MatListing>& listing) {
    return listing ? std::string() : listing.error().message.english();
  }
};

MASU_TEST(Mat5ListingTest)
#include "mat5_listing_test.moc"
