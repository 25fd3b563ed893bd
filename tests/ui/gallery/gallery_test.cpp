// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gallery/gallery.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "tests/fixtures/test_group.h"

using namespace masu::ui;

/// That pictures are made is seen in the pictures; their making takes minutes.
class GalleryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// Before anything is made: no settings of others are used, and a file stays as it was.
  void aFolderThatCannotBeMadeIsRefused() {
    const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.filePath("settings"));
    const QString settings = QSettings().fileName();
    QFile file(folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write("kept"), qint64(4));
    file.close();
    QVERIFY(renderGallery(*qApp, {.directory = folder.filePath("file/pictures")}) != 0);
    QCOMPARE(QSettings().fileName(), settings);
    QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{"file"});
    QCOMPARE(QFile(folder.filePath("file")).size(), qint64(4));
  }
};

MASU_TEST(GalleryTest)
#include "gallery_test.moc"
