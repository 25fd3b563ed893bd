// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/protobuf.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <limits>

using namespace masu;

namespace {

QByteArray hex(const std::string& bytes) {
  return QByteArray::fromStdString(bytes).toHex(' ');
}

}  // namespace

/// Bytes against those of the format's documentation and of an independent program.
class ProtobufTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void writesTheExamplesOfTheDocumentation() {
    std::string varint;
    protobuf::appendTag(varint, 1, protobuf::Wire::varint);
    protobuf::appendVarint(varint, 150);
    QCOMPARE(hex(varint), QByteArray("08 96 01"));

    std::string text;
    protobuf::appendBytes(text, 2, "testing");
    QCOMPARE(hex(text), QByteArray("12 07 74 65 73 74 69 6e 67"));
  }

  void writesNumbersWithTheLowestByteFirst() {
    std::string fields;
    protobuf::appendDouble(fields, 1, 1.0);
    protobuf::appendFloat(fields, 2, 1.0F);
    QCOMPARE(hex(fields), QByteArray("09 00 00 00 00 00 00 f0 3f 15 00 00 80 3f"));
  }

  void countsTheBytesItWrites() {
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{16383},
                                       std::uint64_t{16384}, std::numeric_limits<std::uint64_t>::max()}) {
      std::string varint;
      protobuf::appendVarint(varint, number);
      QCOMPARE(protobuf::varintBytes(number), varint.size());
    }
    for (const std::size_t length : {0U, 127U, 128U, 20000U}) {
      std::string field;
      protobuf::appendBytes(field, 15, std::string(length, 'x'));
      QCOMPARE(protobuf::delimitedBytes(length), field.size());
    }
  }

  /// The bytes are those of a program that takes the polynomial bit by bit.
  void framesARecordAfterOthers() {
    std::string file = "before";
    const std::size_t message = protobuf::beginRecord(file, 9);
    file += "123456789";
    protobuf::endRecord(file, message);
    QCOMPARE(hex(file.substr(6)),
             QByteArray("09 00 00 00 00 00 00 00 37 f9 71 39 31 32 33 34 35 36 37 38 39 e5 b0 8a c7"));
  }
};

MASU_TEST(ProtobufTest)
#include "protobuf_test.moc"
