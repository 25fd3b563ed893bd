// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/formats/array_format.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <set>

#include "tests/fixtures/test_group.h"
#include "written_shard.h"

using namespace masu;
using namespace masu::shards;
using test::WholeShard;

/// Formats that write a shard array by array.
class ArrayFormatTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  const std::vector<Format> m_formats = {Format::npy, Format::npz, Format::safetensors};

  std::filesystem::path in(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }

 private Q_SLOTS:
  void headsHaveTheBytesOfTheirShape() {
    QCOMPARE((ArrayHead{.name = "x", .type = table::DType::i16, .shape = {5, 2, 3}}).bytes(), std::uint64_t{60});
    QCOMPARE((ArrayHead{.name = "x", .type = table::DType::f64, .shape = {5}}).bytes(), std::uint64_t{40});
    QCOMPARE((ArrayHead{.name = "x", .type = table::DType::f64, .shape = {0, 7}}).bytes(), std::uint64_t{0});
  }

  void samplesOfNumbersTakeTheSame() {
    const auto made = test::makeWaveforms(in("waves.h5"), 250);
    QVERIFY(made);
    const WholeShard whole(**made);
    for (const Format kind : m_formats) {
      const auto format = whole.format(kind);
      QVERIFY(format);
      // Six values of 16 bits, and a class.
      QVERIFY((*format)->mostBytesOfAny() == 13U);
      const std::filesystem::path folder = in(std::string(name(kind)));
      const auto files = whole.write(**format, folder);
      QVERIFY2(files, files ? "" : files.error().message.english().c_str());
      std::uint64_t bytes = 0;
      for (const ShardFile& file : *files) bytes += file.bytes;
      QCOMPARE(bytes, (*format)->fixedBytes(250) + 250 * 13);
    }
  }

  void textsAreTwoArrays() {
    const auto made = test::makeTable(in("table.h5"), 100, store::Compression::none);
    QVERIFY(made);
    const WholeShard whole(**made);
    for (const Format kind : m_formats) {
      const auto format = whole.format(kind);
      QVERIFY(format);
      // How long texts are is not known without reading them.
      QVERIFY(!(*format)->mostBytesOfAny());
      std::set<std::string> names;
      for (const WrittenName& written : (*format)->names()) {
        QVERIFY2(names.insert(written.name).second, written.name.c_str());
      }
      const auto ofNote = [&](const char* part) {
        return std::ranges::any_of(names,
                                   [&](const std::string& written) { return written.find(part) != std::string::npos; });
      };
      QVERIFY(ofNote("note.lengths") && ofNote("note.utf8"));
    }
  }
};

MASU_TEST(ArrayFormatTest)
#include "array_format_test.moc"
