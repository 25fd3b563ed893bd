// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/question.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <functional>

#include "tests/fixtures/test_group.h"
#include "ui/theme/theme.h"

using namespace masu::ui;

namespace {

const Question kQuestion = {"Overwrite", "<b>a.h5</b> is there already.", "Overwrite", "Cancel"};

/// Asks, does something with the dialog, and gives the reply.
bool askAnd(const std::function<void(QMessageBox&)>& reply) {
  QTimer wait;
  QObject::connect(&wait, &QTimer::timeout, &wait, [&] {
    auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
    if (box == nullptr) return;
    wait.stop();
    reply(*box);
  });
  wait.start(1);
  return confirmed(kQuestion, nullptr);
}

QAbstractButton* buttonOf(const QMessageBox& box, const QString& text) {
  for (QAbstractButton* button : box.buttons())
    if (button->text() == text) return button;
  return nullptr;
}

}  // namespace

class QuestionTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { Theme::current().install(*qApp, Theme::Mode::light); }

  void actsForItsButtonAlone() {
    QVERIFY(askAnd([](QMessageBox& box) { buttonOf(box, "Overwrite")->click(); }));
    QVERIFY(!askAnd([](QMessageBox& box) { buttonOf(box, "Cancel")->click(); }));
    QVERIFY(!askAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Return); }));
    QVERIFY(!askAnd([](QMessageBox& box) { QTest::keyClick(&box, Qt::Key_Escape); }));
    QVERIFY(!askAnd([](QMessageBox& box) { box.close(); }));
  }

  void showsNamesAsTheyAreAndNoPictures() {
    askAnd([](QMessageBox& box) {
      QCOMPARE(box.textFormat(), Qt::PlainText);
      QVERIFY(box.iconPixmap().isNull());
      for (const QAbstractButton* button : box.buttons()) QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
      box.close();
    });
    const QDialogButtonBox stock(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    for (const QAbstractButton* button : stock.buttons())
      QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
  }
};

MASU_TEST(QuestionTest)
#include "question_test.moc"
