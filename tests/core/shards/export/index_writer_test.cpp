// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/export/index_writer.h"

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/fixtures/test_group.h"

using namespace masu::shards;
namespace fs = std::filesystem;
using Paths = std::vector<std::string>;

/// Which files an index names as its export's: those are what a new export replaces, and no others.
class IndexWriterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void anIndexNamesShardsCompanionsAndItself() {
    QCOMPARE(listed(R"({"masu_export": 1,
                        "shards": [{"path": "train/0.npy", "files": [{"path": "train/0.npy"}, {"path": "train/0.txt"}]},
                                   {"files": [{"path": "test/0.npy"}]}],
                        "companions": [{"path": "README.md"}]})"),
             (Paths{"train/0.npy", "train/0.txt", "test/0.npy", "README.md", "index.json"}));
    QCOMPARE(listed(R"({"masu_export": 1})"), Paths{"index.json"});
  }

  /// What is in a bundle is no file of the folder.
  void aBundleIsOneFile() {
    QCOMPARE(listed(R"({"masu_export": 1, "bundle": {"path": "made.zip"},
                        "shards": [{"files": [{"path": "train/0.csv"}]}], "companions": [{"path": "README.md"}]})"),
             (Paths{"made.zip", "index.json"}));
  }

  void pathsThatLeadOutAreLeftOut() {
    const QTemporaryDir outside;
    fs::create_directories(root() / "real");
    fs::create_directory_symlink(outside.path().toStdString(), root() / "link");
    const Paths asked = {"../x", "/etc/passwd", "a/../../x", "..", "", "link/a", "link/a/b", "real/a", "not there/c"};
    std::string files;
    for (const std::string& path : asked) files += (files.empty() ? "" : ", ") + ("{\"path\": \"" + path + "\"}");
    const Paths found = listed("{\"masu_export\": 1, \"companions\": [" + files + "]}");
    QCOMPARE(found, (Paths{"real/a", "not there/c", "index.json"}));
  }

  void whatIsNoIndexOfAnExportNamesNothing() {
    QVERIFY(filesListed(root()).empty());
    QVERIFY(filesListed(root() / "nowhere").empty());
    for (const char* text : {"", "{", "[]", "1", R"({"shards": []})", R"({"companions": [{"path": "a"}]})"}) {
      QVERIFY2(listed(text).empty(), text);
    }
  }

  /// Members of other kinds than they should be are passed over.
  void oddMembersAreNoFiles() {
    for (const char* odd : {"1", "null", R"("a")", "{}", R"([1, null, "a", []])", R"([{"path": 1}])",
                            R"([{"name": "a"}])", R"([{"files": 7}])", R"([{"files": [{"path": null}]}])"}) {
      const std::string shards = std::string(R"({"masu_export": 1, "shards": )") + odd;
      QCOMPARE(listed(shards + R"(, "companions": )" + odd + "}"), Paths{"index.json"});
    }
    for (const char* bundle : {"1", "null", "{}", R"({"path": 3})"}) {
      QCOMPARE(listed(std::string(R"({"masu_export": 1, "bundle": )") + bundle + "}"), Paths{"index.json"});
    }
  }

 private:
  fs::path root() const { return m_folder.path().toStdString(); }

  Paths listed(const std::string& index) const {
    std::ofstream(root() / "index.json", std::ios::binary) << index;
    const Paths files = filesListed(root());
    fs::remove(root() / "index.json");
    return files;
  }

  QTemporaryDir m_folder;
};

MASU_TEST(IndexWriterTest)
#include "index_writer_test.moc"
