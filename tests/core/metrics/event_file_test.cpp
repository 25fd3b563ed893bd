// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/event_file.h"

#include <QTest>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::metrics;

/// Events read by the lines of TensorFlow's event.proto, summary.proto and record_writer.h.
class EventFileTest : public QObject {
  Q_OBJECT

  /// A field of a message: a number, or what is within its length.
  struct Field {
    unsigned number = 0;
    std::uint64_t value = 0;
    std::string bytes = {};
  };
  using Fields = std::vector<Field>;

 private Q_SLOTS:
  void theHeadNamesTheVersion() {
    const std::string head = eventFileHead(1.5e9 + 0.25);
    const Fields event = fieldsOf(messageOf(head));
    QCOMPARE(event.size(), std::size_t{2});
    QVERIFY(event[0].number == 1 && std::bit_cast<double>(event[0].value) == 1.5e9 + 0.25);
    QVERIFY(event[1].number == 3 && event[1].bytes == "brain.Event:2");
  }

  void everyScalarIsAValueOfTheStep() {
    const std::vector<Scalar> scalars = {
        {"loss/train", 0.1}, {"", -0.0}, {"\xc3\xa9", 1e30}, {"nan", std::nan("")}, {"loss/train", 3}};
    const Fields event = fieldsOf(messageOf(eventRecord(2.5, 300, scalars)));
    QCOMPARE(event.size(), std::size_t{3});
    QVERIFY(event[0].number == 1 && std::bit_cast<double>(event[0].value) == 2.5);
    QVERIFY(event[1].number == 2 && event[1].value == 300);
    QCOMPARE(event[2].number, 5U);
    const Fields values = fieldsOf(event[2].bytes);
    QCOMPARE(values.size(), scalars.size());
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      const Fields value = fieldsOf(values[i].bytes);
      QVERIFY(values[i].number == 1 && value.size() == 2 && value[0].number == 1 && value[1].number == 2);
      QCOMPARE(value[0].bytes, scalars[i].tag);
      const auto wanted = static_cast<float>(scalars[i].value);
      const auto stored = std::bit_cast<float>(static_cast<std::uint32_t>(value[1].value));
      QVERIFY(std::isnan(wanted) ? std::isnan(stored) : std::bit_cast<std::uint32_t>(wanted) == value[1].value);
    }
  }

  void stepsOfAnySizeComeBack() {
    for (const std::int64_t step : {std::int64_t{0}, std::int64_t{127}, std::int64_t{128}, std::int64_t{1} << 40,
                                    std::numeric_limits<std::int64_t>::max(), std::int64_t{-1}}) {
      const Fields event = fieldsOf(messageOf(eventRecord(0, step, {})));
      QCOMPARE(static_cast<std::int64_t>(event.at(1).value), step);
      QVERIFY(event.at(2).bytes.empty());
    }
  }

  /// A file that grows can be read at any time: records follow each other.
  void recordsFollowEachOther() {
    const std::string first = eventFileHead(1);
    const std::string second = eventRecord(2, 7, std::vector<Scalar>{{"x", 1}});
    const std::string file = first + second;
    QCOMPARE(messageOf(file), messageOf(first));
    QCOMPARE(messageOf(file.substr(first.size())), messageOf(second));
  }

 private:
  /// CRC-32C bit by bit, rotated and added to as TensorFlow stores it.
  static std::uint32_t masked(const std::string& bytes) {
    std::uint32_t sum = ~0U;
    for (const char byte : bytes) {
      sum ^= static_cast<unsigned char>(byte);
      for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1U) ^ ((sum & 1U) != 0 ? 0x82F63B78U : 0U);
    }
    sum = ~sum;
    return ((sum >> 15U) | (sum << 17U)) + 0xA282EAD8U;
  }
  static std::uint64_t little(const std::string& bytes, std::size_t at, std::size_t count) {
    std::uint64_t number = 0;
    for (std::size_t i = count; i-- > 0;) number = number << 8U | static_cast<unsigned char>(bytes.at(at + i));
    return number;
  }
  /// The message of the first record; its sums are compared.
  static std::string messageOf(const std::string& file) {
    const std::uint64_t length = little(file, 0, 8);
    const std::string message = file.substr(12, length);
    if (little(file, 8, 4) != masked(file.substr(0, 8)) || little(file, 12 + length, 4) != masked(message))
      qFatal("a sum differs");
    return message;
  }
  static std::uint64_t varint(const std::string& bytes, std::size_t& at) {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes.at(at++));
      number |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return number;
    }
  }
  static Fields fieldsOf(const std::string& message) {
    Fields fields;
    for (std::size_t at = 0; at < message.size();) {
      const std::uint64_t tag = varint(message, at);
      Field field{static_cast<unsigned>(tag >> 3U)};
      const auto wire = static_cast<unsigned>(tag & 7U);
      if (wire == 0) {
        field.value = varint(message, at);
      } else if (wire == 2) {
        const std::uint64_t length = varint(message, at);
        field.bytes = message.substr(at, length);
        at += length;
      } else {
        const std::size_t width = wire == 1 ? 8 : 4;
        field.value = little(message, at, width);
        at += width;
      }
      fields.push_back(field);
    }
    return fields;
  }
};

MASU_TEST(EventFileTest)
#include "event_file_test.moc"
