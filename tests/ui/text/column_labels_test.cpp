// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/column_labels.h"

#include <QSet>
#include <QTest>
#include <QTranslator>
#include <iterator>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::ui;

namespace {

/// Puts every word of core into brackets.
class BracketsOfCore : public QTranslator {
 public:
  bool isEmpty() const override { return false; }
  QString translate(const char* context, const char* text, const char*, int) const override {
    return QLatin1String(context) == QLatin1String("core") ? QString("[%1]").arg(QString::fromUtf8(text)) : QString();
  }
};

}  // namespace

class ColumnLabelsTest : public QObject {
  Q_OBJECT

  static constexpr table::Role kRoles[] = {table::Role::feature, table::Role::category, table::Role::label,
                                           table::Role::weight,  table::Role::group,    table::Role::kept,
                                           table::Role::ignored};
  static constexpr table::Kind kKinds[] = {table::Kind::integer, table::Kind::decimal, table::Kind::boolean,
                                           table::Kind::time,    table::Kind::text,    table::Kind::empty};

 private Q_SLOTS:
  void everyRoleAndKindHasANameOfItsOwn() {
    QSet<QString> roles;
    for (const table::Role role : kRoles) roles << roleName(role);
    QCOMPARE(roles.size(), qsizetype(std::size(kRoles)));
    QSet<QString> kinds;
    for (const table::Kind kind : kKinds) kinds << kindName(kind);
    QCOMPARE(kinds.size(), qsizetype(std::size(kKinds)));
    QVERIFY(!roles.contains(QString()) && !kinds.contains(QString()));
  }

  /// What was found in a column of categories is text; that it is a category is its role.
  void categoriesWereFoundAsText() {
    QCOMPARE(kindName(table::Kind::category), kindName(table::Kind::text));
    QVERIFY(roleName(table::Role::category) != kindName(table::Kind::category));
  }

  void theNamesAreTranslated() {
    const QString role = roleName(table::Role::label);
    const QString kind = kindName(table::Kind::category);
    BracketsOfCore brackets;
    QCoreApplication::installTranslator(&brackets);
    const QString translatedRole = roleName(table::Role::label);
    const QString translatedKind = kindName(table::Kind::category);
    QCoreApplication::removeTranslator(&brackets);
    QCOMPARE(translatedRole, QString("[%1]").arg(role));
    QCOMPARE(translatedKind, QString("[%1]").arg(kind));
  }
};

MASU_TEST(ColumnLabelsTest)
#include "column_labels_test.moc"
