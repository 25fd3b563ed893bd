// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"

#include <QTest>
#include <cerrno>
#include <set>

#include "core/base/result.h"
#include "core/base/unexpected.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return fail(Errc::invalidArgument, "{0} is odd.", {std::to_string(number)});
  return number / 2;
}

Result<int> quarter(int number) {
  MASU_TRY(const int once, half(number));
  MASU_TRY(const int twice, half(once));
  return twice;
}

Result<void> divisibleByFour(int number) {
  MASU_CHECK(quarter(number));
  return {};
}

}  // namespace

class ErrorTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fillsPlaceholdersByNumber() {
    QCOMPARE(Message::fill("{1} before {0}", {"a", "b"}), std::string("b before a"));
    QCOMPARE(Message::fill("{0}{0}", {"x"}), std::string("xx"));
    QCOMPARE(Message::fill("", {"x"}), std::string());
  }

  void keepsWhatIsNoPlaceholder() {
    QCOMPARE(Message::fill("{1}", {"only one"}), std::string("{1}"));
    QCOMPARE(Message::fill("{", {"x"}), std::string("{"));
    QCOMPARE(Message::fill("{0", {"x"}), std::string("{0"));
    QCOMPARE(Message::fill("{a} {} {10}", {"x"}), std::string("{a} {} {10}"));
  }

  void neverFillsIntoWhatWasFilledIn() { QCOMPARE(Message::fill("{0} {1}", {"{1}", "b"}), std::string("{1} b")); }

  void messagesFillMessages() {
    const Message reason{"{0} is damaged.", {"a.wav"}};
    QCOMPARE((Message{"Nothing is left. {0}", {reason}}.english()), std::string("Nothing is left. a.wav is damaged."));
    // What a value holds is no template.
    QCOMPARE((Message{"{0} {1}", {Argument("{1}"), reason}}.english()), std::string("{1} a.wav is damaged."));
    const Message list = Message::listed({{"a", {}}, {"b", {}}, {"c", {}}});
    QCOMPARE(list.english(), std::string("a, b, c"));
    QVERIFY(list.arguments.front().isMessage);
    QVERIFY(Message::listed({}).text.empty());
  }

  void namesEveryCodeOnce() {
    std::set<std::string_view> names;
    for (int code = 0; code <= static_cast<int>(Errc::internal); ++code) {
      const auto errc = static_cast<Errc>(code);
      QVERIFY(names.insert(name(errc)).second);
      QVERIFY(errcFrom(name(errc)) == errc);
    }
    // As a child that a hostile file has broken may report it.
    QCOMPARE(name(static_cast<Errc>(200)), name(Errc::internal));
    QCOMPARE(name(static_cast<Errc>(-1)), name(Errc::internal));
    QVERIFY(!errcFrom("no such code"));
  }

  void distinguishesKindsOfSystemFailure() {
    const std::vector<std::pair<int, Errc>> kinds = {
        {ENOENT, Errc::notFound}, {EACCES, Errc::permission},  {EROFS, Errc::permission},
        {ENOSPC, Errc::noSpace},  {ENOMEM, Errc::outOfMemory}, {EISDIR, Errc::invalidArgument},
        {EIO, Errc::io},          {ENOTDIR, Errc::notFound}};
    for (const auto& [number, code] : kinds) {
      const Error error = Error::fromErrno(number, "/data/x.csv");
      QCOMPARE(error.code, code);
      QCOMPARE(error.source.file, std::string("/data/x.csv"));
      QVERIFY2(error.message.english().find("/data/x.csv") != std::string::npos, error.message.english().c_str());
    }
  }

  void aFileIsNotAMissingFolder() {
    const std::string message = Error::fromErrno(ENOTDIR, "/data/x.csv/lists").message.english();
    QVERIFY2(message.find("is a file where a folder is needed") != std::string::npos, message.c_str());
  }

  void anExceptionIsADefectToReport() {
    const Error error = unexpected("vector::at");
    QCOMPARE(error.code, Errc::internal);
    QCOMPARE(error.message.english(), std::string("Internal error: vector::at. Please report it."));
  }

  void travelsUpUnchanged() {
    QCOMPARE(*quarter(12), 3);
    QCOMPARE(quarter(6).error().message.english(), std::string("3 is odd."));
    QVERIFY(divisibleByFour(8));
    QCOMPARE(divisibleByFour(5).error().code, Errc::invalidArgument);
  }
};

MASU_TEST(ErrorTest)
#include "error_test.moc"
