// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/waveform/flat/npy_file.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::waveform;
using Shape = std::vector<std::uint64_t>;

namespace {

/// The beginning of a file of that version whose dictionary is this text.
std::string npy(const std::string& dictionary, char version = 1) {
  std::string head = std::string("\x93NUMPY") + version + '\0';
  for (std::size_t i = 0; i < (version == 1 ? 2U : 4U); ++i) {
    head += static_cast<char>(dictionary.size() >> 8U * i & 0xFFU);
  }
  return head + dictionary;
}

std::string dictionary(const std::string& type, const std::string& shape, const char* fortran = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }  \n";
}

Result<LinearLayout> layoutOf(const std::string& head, std::uint64_t content) {
  return readNpyHeader(std::as_bytes(std::span(head)), head.size() + content, "x.npy");
}

std::string refusalOf(const std::string& head, std::uint64_t content = 1000) {
  const auto layout = layoutOf(head, content);
  return layout ? "read" : layout.error().message.english();
}

const std::string kDamaged = "The NPY header of x.npy is damaged or cut short.";

}  // namespace

/// The header of an NPY file, written by hand.
class NpyHeaderTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyVersionSaysWhereItsArrayIs() {
    for (const char version : {'\1', '\2', '\3'}) {
      const std::string head = npy(dictionary(">f4", "(2, 3, 4)", "True"), version);
      const auto layout = layoutOf(head, 96);
      QVERIFY(layout);
      QCOMPARE(layout->shape, (Shape{2, 3, 4}));
      QVERIFY(layout->type == ElementType::f32);
      QVERIFY(layout->bigEndian && layout->fortran);
      QCOMPARE(layout->offset, std::uint64_t{head.size()});
    }
  }

  void everyTypeOfRealNumbersIsKnown() {
    const std::vector<std::pair<std::string, ElementType>> types = {
        {"|b1", ElementType::boolean}, {"|i1", ElementType::i8},  {"|u1", ElementType::u8},  {"<i2", ElementType::i16},
        {"<u2", ElementType::u16},     {"<i4", ElementType::i32}, {"=u4", ElementType::u32}, {"<i8", ElementType::i64},
        {"<u8", ElementType::u64},     {"<f2", ElementType::f16}, {"<f4", ElementType::f32}, {"<f8", ElementType::f64}};
    for (const auto& [text, type] : types) {
      const auto layout = layoutOf(npy(dictionary(text, "(5,)")), 5 * sizeOf(type));
      QVERIFY2(layout, text.c_str());
      QVERIFY(layout->type == type && !layout->bigEndian && !layout->fortran);
      QVERIFY2(!layoutOf(npy(dictionary(text, "(5,)")), 5 * sizeOf(type) - 1), text.c_str());
    }
  }

  void whatOtherWritersSpellIsRead() {
    QCOMPARE(layoutOf(npy("{\"shape\":(),\"descr\":\"<f8\",\"fortran_order\":False}"), 8)->shape, Shape{});
    QCOMPARE(layoutOf(npy(dictionary("<f8", "(2L, 3L)")), 48)->shape, (Shape{2, 3}));
    QCOMPARE(layoutOf(npy(dictionary("<f8", "( 7 )")), 56)->shape, Shape{7});
    QCOMPARE(layoutOf(npy(dictionary("<f8", "(0, 4)")), 0)->shape, (Shape{0, 4}));
    // More bytes than the array are no damage.
    QVERIFY(layoutOf(npy(dictionary("<f8", "(1,)")), 4000));
  }

  void otherElementsAreRefusedByWhatTheyAre() {
    QCOMPARE(refusalOf(npy(dictionary("|O", "(1,)"))),
             std::string("x.npy holds Python objects. Save the array with a numeric type, such as float32."));
    QCOMPARE(refusalOf(npy("{'descr': [('a', '<f4'), ('b', '[')], 'fortran_order': False, 'shape': (1,), }")),
             std::string("x.npy holds records. Save every field as an array of its own."));
    QCOMPARE(refusalOf(npy(dictionary("<c16", "(1,)"))),
             std::string("x.npy holds complex numbers. Save real and imaginary parts as arrays of their own."));
    for (const char* type : {"<U4", "|S3", "<M8[ns]", "f4", "<f16", "<"}) {
      QCOMPARE(refusalOf(npy(dictionary(type, "(1,)"))),
               std::string("x.npy has elements of the type \"") + type +
                   "\"; real numbers of 8 to 64 bits can be read.");
    }
  }

  void promisesAreHeldAgainstTheFile() {
    QCOMPARE(refusalOf(npy(dictionary("<f8", "(3, 4)")), 95),
             std::string("x.npy is cut short or damaged: 95 bytes follow its header, which are not the [3, 4] of type "
                         "<f8 that it promises."));
    QVERIFY(layoutOf(npy(dictionary("<f8", "(3, 4)")), 96));
    // Products that overflow 64 bits to something small.
    QVERIFY(!layoutOf(npy(dictionary("<f8", "(4294967296, 4294967296)")), 1000));
    QVERIFY(!layoutOf(npy(dictionary("|u1", "(4611686018427387905, 4)")), 1000));
    QVERIFY(!layoutOf(npy(dictionary("|u1", "(18446744073709551616,)")), 1000));
  }

  void brokenDictionariesAreDamaged() {
    for (const char* text :
         {"", "{", "[]", "{'descr': '<f8', 'fortran_order': False}", "{'descr': '<f8', 'shape': (1,)}",
          "{'fortran_order': False, 'shape': (1,)}", "{'descr': '<f8, 'fortran_order': False, 'shape': (1,)}",
          "{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}", "{'descr': '<f8', 'fortran_order': False, 'shape': 1}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}",
          "{'descr': [('a', '<f4'), 'fortran_order': False, 'shape': (1,)}",
          "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'more': 1}"}) {
      QCOMPARE(refusalOf(npy(text)), kDamaged);
    }
  }

  /// Wherever a header is cut, its dictionary is not whole.
  void everyCutIsDamaged() {
    const std::string head = npy(dictionary("<f8", "(1,)"));
    QVERIFY(layoutOf(head, 8));
    for (std::size_t size = 6; size < head.size(); ++size) QCOMPARE(refusalOf(head.substr(0, size), 0), kDamaged);
    QCOMPARE(refusalOf(head.substr(0, 5)), std::string("x.npy is not an NPY file."));
    QCOMPARE(refusalOf(""), std::string("x.npy is not an NPY file."));
  }

  void versionsToComeAreNamed() {
    QCOMPARE(refusalOf(npy(dictionary("<f8", "(1,)"), 4)),
             std::string("x.npy is an NPY file of version 4; versions 1 to 3 can be read."));
    QVERIFY(!layoutOf(npy(dictionary("<f8", "(1,)"), 0), 8));
  }
};

MASU_TEST(NpyHeaderTest)
#include "npy_header_test.moc"
