// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/waveform/mat/mat_listing.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;

/// Files of version 4 byte by byte: where each variable is, and what does not fit.
class Mat4ListingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { m_big = false; }

  void everyVariableIsWhereItIs_data() {
    QTest::addColumn<bool>("big");
    QTest::newRow("little-endian") << false;
    QTest::newRow("big-endian") << true;
  }
  void everyVariableIsWhereItIs() {
    QFETCH(const bool, big);
    m_big = big;
    const std::vector<ElementType> types = {ElementType::f64, ElementType::f32, ElementType::i32,
                                            ElementType::i16, ElementType::u16, ElementType::u8};
    std::string bytes;
    std::vector<std::uint64_t> places;
    for (std::uint32_t i = 0; i < types.size(); ++i) {
      const std::string name = "v" + std::string(i, 'x');
      const std::string data(sizeOf(types[i]) * 2 * (i + 1), '\1');
      bytes += header(10 * i, 2, i + 1, 0, name) + data;
      places.push_back(bytes.size() - data.size());
    }
    const auto listing = list(bytes);
    QVERIFY2(listing, sentence(listing).c_str());
    QCOMPARE(listing->arrays.size(), types.size());
    QCOMPARE(listing->layouts.size(), types.size());
    for (std::size_t i = 0; i < types.size(); ++i) {
      const std::vector<std::uint64_t> shape = {2, i + 1};
      QCOMPARE(listing->arrays[i].name, "v" + std::string(i, 'x'));
      QVERIFY(listing->arrays[i].shape == shape && listing->layouts[i].shape == shape);
      QVERIFY(listing->arrays[i].type == types[i] && listing->layouts[i].type == types[i]);
      QCOMPARE(listing->layouts[i].offset, places[i]);
      QCOMPARE(listing->layouts[i].bigEndian, big);
      QVERIFY(listing->layouts[i].fortran);
    }
  }

  /// Text, sparse and complex ones are listed as no numbers, and what follows them is found.
  void whatIsNoNumbersIsPassedOver() {
    const auto listing = list(header(1, 1, 2, 0, "text") + std::string(16, 'a') +
                              header(2, 3, 3, 0, "sparse") + std::string(72, 'b') +
                              header(0, 1, 2, 1, "complex") + std::string(32, 'c') +
                              header(50, 0, 7, 0, "nothing") + header(50, 1, 1, 0, "last") + "z");
    QVERIFY2(listing, sentence(listing).c_str());
    QCOMPARE(listing->arrays.size(), std::size_t{5});
    for (std::size_t i = 0; i < 3; ++i) QVERIFY(!listing->arrays[i].type);
    QVERIFY(listing->arrays[3].type == ElementType::u8 && listing->arrays[3].shape[1] == 7);
    QCOMPARE(listing->arrays[4].name, std::string("last"));
  }

  void aNameEndsAtItsZero() {
    for (const std::size_t length : {1U, 255U}) {
      const auto listing = list(header(50, 1, 1, 0, std::string(length, 'n')) + "z");
      QVERIFY2(listing, sentence(listing).c_str());
      QCOMPARE(listing->arrays.front().name, std::string(length, 'n'));
    }
    // What is after the zero is no part of it.
    QCOMPARE(list(header(50, 1, 1, 0, std::string("n\0xy", 4)) + "z")->arrays.front().name, std::string("n"));
    isDamaged(header(50, 1, 1, 0, std::string(256, 'n')) + "z", 0);
    isDamaged(words(50, 1, 1, 0, 0) + "z", 0);
  }

  void anotherWordIsDamage() {
    const std::string whole = header(50, 1, 1, 0, "n") + "z";
    for (const std::uint32_t word : {2000U, 1050U, 60U, 3U, 99'999U}) {
      isDamaged(header(word, 1, 1, 0, "n") + std::string(64, 'z'), 0);
      // The byte is that of the variable, not of the file.
      isDamaged(whole + header(word, 1, 1, 0, "n") + std::string(64, 'z'), whole.size());
    }
    isDamaged(header(50, 1, 1, 2, "n") + std::string(64, 'z'), 0);
  }

  void whatDoesNotFitIntoTheFileIsDamage() {
    QVERIFY(list(header(0, 3, 4, 0, "n") + std::string(96, 'z')));
    isDamaged(header(0, 3, 4, 0, "n") + std::string(95, 'z'), 0);
    isDamaged(header(0, 3, 4, 1, "n") + std::string(191, 'z'), 0);
    isDamaged(header(0, 0xFFFFFFFFU, 0xFFFFFFFFU, 0, "n") + std::string(96, 'z'), 0);
    isDamaged(header(50, 1, 1, 0, "n") + "z" + std::string(19, '\0'), 23);
    // The name does not fit.
    isDamaged(words(50, 0, 0, 0, 9) + "12345678", 0);
    isDamaged({}, 0);
    isDamaged(words(50, 0, 0, 0, 1).substr(0, 19), 0);
  }

 private:
  std::string word(std::uint32_t value) const {
    std::string bytes;
    for (unsigned i = 0; i < 4; ++i) bytes += static_cast<char>(value >> (m_big ? 24 - 8 * i : 8 * i));
    return bytes;
  }
  std::string words(std::uint32_t type, std::uint32_t rows, std::uint32_t columns, std::uint32_t imaginary,
                    std::uint32_t nameLength) const {
    return word(type + (m_big ? 1000 : 0)) + word(rows) + word(columns) + word(imaginary) + word(nameLength);
  }
  /// With the name and its zero.
  std::string header(std::uint32_t type, std::uint32_t rows, std::uint32_t columns, std::uint32_t imaginary,
                     const std::string& name) const {
    return words(type, rows, columns, imaginary, static_cast<std::uint32_t>(name.size() + 1)) + name + '\0';
  }

  static Result<MatListing> list(const std::string& bytes) {
    MASU_TRY(const io::File file, io::File::createInMemory("made.mat"));
    MASU_CHECK(file.writeAt(0, std::as_bytes(std::span(bytes))));
    return listMat4(file);
  }
  static std::string sentence(const Result<MatListing>& listing) {
    return listing ? std::string() : listing.error().message.english();
  }
  static void isDamaged(const std::string& bytes, std::uint64_t at) {
    const auto listing = list(bytes);
    QVERIFY(!listing);
    QCOMPARE(listing.error().code, Errc::damaged);
    const std::string place = "at byte " + std::to_string(at) + " ";
    QVERIFY2(sentence(listing).find(place) != std::string::npos, sentence(listing).c_str());
  }

  bool m_big = false;
};

MASU_TEST(Mat4ListingTest)
#include "mat4_listing_test.moc"
