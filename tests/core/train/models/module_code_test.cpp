// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/models/module_code.h"

#include <QTest>
#include <exception>

#include "tests/fixtures/test_group.h"

using masu::train::fileOperatorIn;

class ModuleCodeTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void codeIsReadAsLibTorchDoes_data() {
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char* name, const char* code, const char* found) {
      QTest::newRow(name) << QByteArray(code) << QByteArray(found);
    };
    row("a member", "torch.save(x, \"f\")\n", "aten::save");
    row("another one", "_0 = ops.aten.from_file(\"/etc/passwd\")\n", "aten::from_file");
    row("of anything", "(self.weight).save(\"f\")\n", "aten::save");
    row("within brackets, on another line", "y = (x.  # not yet\n  save)(1)\n", "aten::save");
    row("after a string", "s = \"harmless\"\nx.save(s)\n", "aten::save");
    row("by its name", "getattr(ops.aten, \"save\")(x, \"f\")\n", "aten::save");
    row("by a name in pieces", "getattr(ops.aten, 'from_' \"file\")(x)\n", "aten::from_file");
    row("by a name that is escaped", "getattr(ops.aten, \"\\163ave\")(x)\n", "aten::save");
    row("by a name that is kept before", "n = 'save'\ngetattr(ops.aten, n)(x)\n", "aten::save");
    row("at the end of all", "getattr(x, n)\nn = \"from_file\"", "aten::from_file");
    row("nothing", "", "");
    row("a comment", "# x.save(1), getattr(x, \"save\")\ny = 1\n", "");
    row("a part of a string", "getattr(x, \"saved\")\ny = \"x.save(1)\"\n", "");
    row("pieces that are another name", "getattr(x, 'sa' 'ves')\n", "");
    row("a longer name", "x.saved(1)\nx.from_files\n", "");
    row("no member", "save = 3\nfrom_file = save\n", "");
    row("a string that nobody asks by", "y = {\"save\": 1}\n", "");
  }

  void codeIsReadAsLibTorchDoes() {
    QFETCH(const QByteArray, code);
    QFETCH(const QByteArray, found);
    QCOMPARE(QByteArray::fromStdString(fileOperatorIn(code.toStdString()).value_or("")), found);
  }

  /// A name that is a part of much code is found wherever it stands.
  void everyPlaceIsLookedAt() {
    const std::string line = "y = torch.add(y, 1, alpha=2)\n";
    for (const int before : {0, 1, 200}) {
      std::string code;
      for (int i = 0; i < before; ++i) code += line;
      QVERIFY(!fileOperatorIn(code + line));
      QVERIFY(fileOperatorIn(code + "y.save(1)\n" + line));
    }
  }

  void whatIsNotTorchScriptIsAnError() {
    QVERIFY_THROWS_EXCEPTION(std::exception, (void)fileOperatorIn("y = `x`\n"));
    QVERIFY_THROWS_EXCEPTION(std::exception, (void)fileOperatorIn("y = \"without an end\n"));
  }
};

MASU_TEST(ModuleCodeTest)
#include "module_code_test.moc"
