// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/byte_record.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <limits>

using namespace masu;

namespace {

/// One value of every kind that a record may hold.
struct Everything {
  std::uint32_t number = 7;
  double fraction = -0.1;
  bool flag = true;
  std::vector<std::uint16_t> numbers = {1, 2, 65535};
  std::string text = std::string("a\0b", 3);
  std::vector<std::string> texts = {"", "second", std::string(300, 'x')};
  Message message{"{0} of {1}", {Argument("3"), Argument(Message{"the {0}", {Argument("whole")}})}};

  bool operator==(const Everything& other) const {
    return number == other.number && fraction == other.fraction && flag == other.flag && numbers == other.numbers &&
           text == other.text && texts == other.texts && message.text == other.message.text &&
           message.arguments == other.message.arguments;
  }
};

std::vector<std::byte> written(const Everything& values) {
  ByteWriter out;
  out.put(values.number);
  out.put(values.fraction);
  out.put(values.flag);
  out.put(values.numbers);
  out.put(values.text);
  out.put(values.texts);
  out.put(values.message);
  return out.take();
}

void get(ByteReader& in, Everything& values) {
  in.get(values.number);
  in.get(values.fraction);
  in.get(values.flag);
  in.get(values.numbers);
  in.get(values.text);
  in.get(values.texts);
  in.get(values.message);
}

Everything nothing() {
  return {.number = 0, .fraction = 0, .flag = false, .numbers = {}, .text = {}, .texts = {}, .message = {}};
}

}  // namespace

class ByteRecordTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatWasWrittenComesBack() {
    const Everything values;
    const auto bytes = written(values);
    ByteReader in(bytes);
    Everything back = nothing();
    get(in, back);
    QVERIFY(in.ok());
    QVERIFY(in.atEnd());
    QVERIFY(back == values);
    const auto empty = written(nothing());
    ByteReader inEmpty(empty);
    get(inEmpty, back);
    QVERIFY(inEmpty.atEnd());
    QVERIFY(back == nothing());
  }

  void aRecordThatIsCutIsNotOk() {
    const auto bytes = written({});
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      ByteReader in(std::span<const std::byte>(bytes).first(size));
      Everything back;
      get(in, back);
      QVERIFY2(!in.ok(), qPrintable(QString::number(size)));
      QVERIFY(!in.atEnd());
    }
  }

  /// Once something is missing nothing later is read, although its bytes would be there.
  void aFailureStays() {
    ByteWriter out;
    out.put(std::uint64_t{1000});  // of a text that is not there
    out.put(std::uint32_t{5});
    ByteReader in(out.bytes());
    std::string text = "before";
    std::uint32_t number = 9;
    in.get(text);
    in.get(number);
    QVERIFY(!in.ok());
    QCOMPARE(text, std::string("before"));
    QCOMPARE(number, 9U);
  }

  /// A count of a stranger takes no memory for what cannot follow it, and does not wrap when it is multiplied.
  void noCountIsBelievedBeyondTheBytes() {
    for (const std::uint64_t count : {std::uint64_t{9}, std::uint64_t{1} << 61, std::uint64_t{1} << 63,
                                      std::numeric_limits<std::uint64_t>::max()}) {
      ByteWriter out;
      out.put(count);
      out.put(std::uint64_t{0});
      const auto fails = [&](auto values) {
        ByteReader in(out.bytes());
        in.get(values);
        return !in.ok() && values.size() == 0;
      };
      QVERIFY(fails(std::string()));
      QVERIFY(fails(std::vector<std::string>()));
      QVERIFY(fails(std::vector<double>()));
      QVERIFY(fails(std::vector<Argument>()));
    }
  }

  void everyByteIsSomeBool() {
    for (int value = 0; value < 256; ++value) {
      const std::byte byte{static_cast<unsigned char>(value)};
      ByteReader in(std::span<const std::byte>(&byte, 1));
      bool read = value == 0;
      in.get(read);
      QVERIFY(in.ok());
      QCOMPARE(read, value != 0);
    }
  }
};

MASU_TEST(ByteRecordTest)
#include "byte_record_test.moc"
