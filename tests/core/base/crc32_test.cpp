// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"
#include "tests/fixtures/test_group.h"

#include <QTest>
#include <string>

using namespace masu;

namespace {

std::span<const std::byte> bytesOf(std::string_view text) {
  return std::as_bytes(std::span(text));
}

}  // namespace

/// Sums against the check values that are published with the polynomials.
class Crc32Test : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void isTheOnePublished() {
    QCOMPARE(crc32(0, bytesOf("123456789")), 0xCBF43926U);
    QCOMPARE(crc32c(bytesOf("123456789")), 0xE3069283U);
    // RFC 3720, B.4.
    QCOMPARE(crc32c(bytesOf(std::string(32, '\0'))), 0x8A9136AAU);
    QCOMPARE(crc32(0, {}), 0U);
    QCOMPARE(crc32c({}), 0U);
  }

  void goesOnBehindWhatWasSummed() {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += static_cast<char>(i * i % 251);
    const std::uint32_t whole = crc32(0, bytesOf(text));
    for (const std::size_t cut : {std::size_t{0}, std::size_t{1}, std::size_t{255}, std::size_t{4096}, text.size()}) {
      const std::string_view view(text);
      QCOMPARE(crc32(crc32(0, bytesOf(view.substr(0, cut))), bytesOf(view.substr(cut))), whole);
    }
  }
};

MASU_TEST(Crc32Test)
#include "crc32_test.moc"
