// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "tests/fixtures/test_group.h"
#include "ui/pages/import/rejects.h"
#include "ui/text/language.h"
#include "ui/text/to_qt.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

class ImportRejectsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void reasonsAreInTheLanguageOfTheApplication() {
    Theme::current().install(*qApp, Theme::Mode::light);
    Language language;
    language.apply(QStringLiteral("ja"));
    const QTemporaryDir folder;
    const auto file = pathFrom(folder.filePath(QStringLiteral("a.rejects.csv")));
    std::ofstream(file) << "source,line,byte,column,reason,text\na.csv,7,40,not a number,not a number,\"x, y\"\n";
    const ImportRejects rejects(file, nullptr);
    const auto* model = rejects.findChild<QTableView*>()->model();
    const auto cell = [&](int column) { return model->index(0, column).data().toString(); };
    QCOMPARE(model->rowCount(), 1);
    QCOMPARE(cell(3), "not a number");  // a column may be called so
    QCOMPARE(cell(4), QStringLiteral("数値ではない値"));
    QCOMPARE(cell(5), "x, y");
  }
};

MASU_TEST(ImportRejectsTest)
#include "import_rejects_test.moc"
