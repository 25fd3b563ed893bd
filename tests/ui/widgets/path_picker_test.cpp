// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/path_picker.h"

#include <QDir>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

class PathPickerTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_picker = std::make_unique<PathPicker>(PathPicker::Mode::saveFile, QStringLiteral("Where to"));
    m_field = m_picker->findChild<QLineEdit*>();
    QVERIFY(m_field != nullptr);
  }

  /// The field shows the name, and the folder stays that of the path.
  void aNameIsInTheFolderOfThePathBefore() {
    m_picker->setPath(QStringLiteral("/some/where/first.h5"));
    QCOMPARE(m_picker->path(), "/some/where/first.h5");
    QCOMPARE(m_field->text(), "first.h5");
    m_field->setText(QStringLiteral("  second.h5 "));
    QCOMPARE(m_picker->path(), "/some/where/second.h5");
    m_field->setText(QStringLiteral("below/third.h5"));
    QCOMPARE(m_picker->path(), "/some/where/below/third.h5");
    QCOMPARE(m_field->toolTip(), "/some/where/below/third.h5");
  }

  void aWholePathIsTakenAsItIs() {
    m_picker->setPath(QStringLiteral("/some/where/first.h5"));
    m_field->setText(QStringLiteral("/else/where/x.h5"));
    QCOMPARE(m_picker->path(), "/else/where/x.h5");
    // The folder is still the one that was set.
    m_field->setText(QStringLiteral("y.h5"));
    QCOMPARE(m_picker->path(), "/some/where/y.h5");
  }

  void nothingIsNoPath() {
    m_picker->setPath(QStringLiteral("/some/where/first.h5"));
    for (const char* text : {"", "   "}) {
      m_field->setText(QLatin1String(text));
      QCOMPARE(m_picker->path(), QString());
    }
  }

  void withoutAFolderItIsTheCurrentOne() {
    m_field->setText(QStringLiteral("new.h5"));
    QCOMPARE(m_picker->path(), QDir::current().filePath(QStringLiteral("new.h5")));
  }

  void onlyPeopleAreHeardOf() {
    const QSignalSpy changed(m_picker.get(), &PathPicker::pathChanged);
    m_picker->setPath(QStringLiteral("/some/where/first.h5"));
    QCOMPARE(changed.count(), 0);
    m_field->clear();
    QTest::keyClicks(m_field, QStringLiteral("ab"));
    QCOMPARE(changed.count(), 2);
    QCOMPARE(changed.last().value(0).toString(), "/some/where/ab");
  }

 private:
  std::unique_ptr<PathPicker> m_picker;
  QLineEdit* m_field = nullptr;
};

MASU_TEST(PathPickerTest)
#include "path_picker_test.moc"
