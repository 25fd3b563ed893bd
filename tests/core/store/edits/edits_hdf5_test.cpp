// SPDX-License-Identifier: GPL-3.0-or-later
// The edits file as it is stored: what is written comes back, and what is not as FORMAT.md says is refused or marked.
#include "core/store/edits/edits_hdf5.h"

#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <functional>
#include <memory>

#include "core/store/hdf5/handle.h"
#include "tests/fixtures/test_group.h"

using namespace masu;
using store::EditionNote;
using store::LabelEdit;
using store::SampleGaps;
namespace edits = store::edits;
namespace fs = std::filesystem;

class EditsHdf5Test : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t kSamples = 5000;

 private Q_SLOTS:
  void init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = fs::path(m_folder->path().toStdString()) / "F.edits.h5";
    m_heading = {"0f0e0d0c-0b0a-8908-8706-050403020100", kSamples, {}};
  }

  void whatIsWrittenIsRead() {
    LabelEdit many;
    for (int code = 0; code < 300; ++code) many.classes.push_back("class \u00fc " + std::to_string(code));
    for (std::uint64_t sample = 0; sample < kSamples; sample += 1 + sample % 600) {
      many.samples.add(sample);
      many.codes.push_back(static_cast<std::uint32_t>(sample % 300));
    }
    many.recoded = {299, 0, 0};
    LabelEdit renamed;
    renamed.classes = {"x"};
    QVERIFY(add(many));
    QVERIFY(add(std::nullopt));
    QVERIFY(add(renamed));
    const auto heading = edits::readHeading(m_file);
    QVERIFY(heading.has_value());
    QCOMPARE(heading->uuid, m_heading.uuid);
    QCOMPARE(heading->samples, kSamples);
    QCOMPARE(heading->editions.size(), std::size_t{3});
    for (std::size_t i = 0; i < 3; ++i) {
      const EditionNote& note = heading->editions[i];
      QCOMPARE(note.number, i + 1);
      QCOMPARE(note.base, i);
      QCOMPARE(note.what, m_heading.editions[i].what);
      QCOMPARE(note.hash, m_heading.editions[i].hash);
      QCOMPARE(note.time, m_heading.editions[i].time);
      QCOMPARE(note.changed, m_heading.editions[i].changed);
      QCOMPARE(note.returns, i == 1);
      QVERIFY(!note.damaged);
    }
    QVERIFY(isSame(edits::readEdit(m_file, 1, kSamples), many));
    QVERIFY(isSame(edits::readEdit(m_file, 3, kSamples), renamed));
    QVERIFY(!edits::readEdit(m_file, 2, kSamples));
    QVERIFY(!edits::readEdit(m_file, 4, kSamples));
  }

  void codesAreStoredInTheTypeOfTheFormat() {
    for (const int classes : {256, 257}) {
      LabelEdit edit = oneSample();
      edit.classes.clear();
      for (int code = 0; code < classes; ++code) edit.classes.push_back(std::to_string(code));
      QVERIFY(add(edit));
    }
    QCOMPARE(storedBytes("editions/1/labels"), std::size_t{1});
    QCOMPARE(storedBytes("editions/2/labels"), std::size_t{2});
    // What an edit has nothing of is absent.
    QCOMPARE(storedBytes("editions/1/recoded"), std::size_t{0});
  }

  /// Whatever a note has been changed in, its checksum shows it, also once the next edition has been added.
  void aChangedNoteIsMarkedAndStaysSo() {
    QVERIFY(add(oneSample()));
    QVERIFY(add(oneSample()));
    for (const char* name : {"base", "time", "changed", "checksum"}) {
      const auto before = numberAt("editions/1", name);
      QVERIFY(before.has_value());
      QVERIFY(setNumber("editions/1", name, *before + 1));
      const auto heading = edits::readHeading(m_file);
      QVERIFY(heading.has_value());
      QVERIFY2(heading->editions[0].damaged, name);
      QVERIFY(!heading->editions[1].damaged);
      QVERIFY(setNumber("editions/1", name, *before));
      QVERIFY(!edits::readHeading(m_file)->editions[0].damaged);
    }
    QVERIFY(setNumber("editions/1", "time", 5));
    QVERIFY(add(oneSample()));
    const auto heading = edits::readHeading(m_file);
    QVERIFY(heading.has_value());
    QCOMPARE(heading->editions.size(), std::size_t{3});
    QVERIFY(heading->editions[0].damaged && !heading->editions[2].damaged);
  }

  /// Without its edit, an edition would be one that returns: the checksum is of that, too.
  void anEditThatIsLostIsMarked() {
    QVERIFY(add(oneSample()));
    QVERIFY(change([](hid_t file) { return H5Ldelete(file, "editions/1/classes", H5P_DEFAULT) >= 0; }));
    const auto heading = edits::readHeading(m_file);
    QVERIFY(heading.has_value());
    QVERIFY(heading->editions[0].returns && heading->editions[0].damaged);
    QVERIFY(!edits::readEdit(m_file, 1, kSamples));
  }

  void aFileOfALaterMasuIsRefused() {
    QVERIFY(add(oneSample()));
    QVERIFY(setNumber("/", "masu_edits", 2));
    const auto heading = edits::readHeading(m_file);
    QVERIFY(!heading);
    QCOMPARE(heading.error().code, Errc::unsupported);
    QVERIFY(heading.error().message.english().find("later version") != std::string::npos);
    QVERIFY(heading.error().message.english().find(m_file.string()) != std::string::npos);
  }

  void moreEditionsThanThereAreAreRefused() {
    QVERIFY(add(oneSample()));
    for (const std::uint64_t claimed : {std::uint64_t{2}, std::uint64_t{1} << 60U}) {
      QVERIFY(setNumber("/", "editions", claimed));
      const auto heading = edits::readHeading(m_file);
      QVERIFY(!heading);
      QCOMPARE(heading.error().code, Errc::format);
    }
    // Fewer are those that count.
    QVERIFY(setNumber("/", "editions", 0));
    QVERIFY(edits::readHeading(m_file)->editions.empty());
  }

  void listsThatAreNotAsTheFormatSaysAreRefused_data() {
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("classes that are not JSON") << QByteArray("classes") << QByteArray("[\"a\",");
    QTest::newRow("classes that are not texts") << QByteArray("classes") << QByteArray("[1, 2]");
    QTest::newRow("a sample twice") << QByteArray("samples") << QByteArray("\x05\x00", 2);
    QTest::newRow("a distance without an end") << QByteArray("samples") << QByteArray("\xff");
    QTest::newRow("a sample beyond the last") << QByteArray("samples") << QByteArray(20, '\xff') + '\x05';
    QTest::newRow("more labels than samples") << QByteArray("labels") << QByteArray(kSamples + 1, '\0');
  }
  void listsThatAreNotAsTheFormatSaysAreRefused() {
    QFETCH(const QByteArray, list);
    QFETCH(const QByteArray, bytes);
    QVERIFY(add(oneSample()));
    const std::string path = "editions/1/" + list.toStdString();
    QVERIFY(change([&](hid_t file) {
      return H5Ldelete(file, path.c_str(), H5P_DEFAULT) >= 0 &&
             store::hdf5::writeFlat(file, path, H5T_STD_U8LE, static_cast<hsize_t>(bytes.size()), bytes.constData(),
                                    m_file);
    }));
    isRefused(path);
  }

  void numbersOfAnotherKindAreRefused() {
    QVERIFY(add(oneSample()));
    const std::string path = "editions/1/labels";
    QVERIFY(change([&](hid_t file) {
      const double code = 0.5;
      return H5Ldelete(file, path.c_str(), H5P_DEFAULT) >= 0 &&
             store::hdf5::writeFlat(file, path, H5T_IEEE_F64LE, 1, &code, m_file);
    }));
    isRefused(path);
  }

 private:
  static LabelEdit oneSample() {
    LabelEdit edit;
    edit.classes = {"no", "yes"};
    edit.samples.add(7);
    edit.codes = {1};
    return edit;
  }
  static bool isSame(const Result<LabelEdit>& read, const LabelEdit& written) {
    return read && read->classes == written.classes && read->recoded == written.recoded &&
           read->samples.bytes() == written.samples.bytes() && read->codes == written.codes;
  }

  /// Adds an edition to the file, with a note of its own.
  bool add(const std::optional<LabelEdit>& edit) {
    const std::uint64_t before = m_heading.editions.size();
    const EditionNote note{.number = before + 1,
                           .base = before,
                           .returns = !edit,
                           .what = "edit \"\u00e9\" " + std::to_string(before),
                           .time = 1'700'000'000 + before,
                           .changed = 10 * before,
                           .hash = std::to_string(before)};
    if (!edits::write(m_file, m_heading, note, edit)) return false;
    m_heading.editions.push_back(note);
    return true;
  }

  /// Reading an edit of the file is refused, and so is the trial before it, with the object's name.
  void isRefused(const std::string& path) const {
    const std::array<std::uint64_t, 1> first = {1};
    const auto tried = edits::probe(m_file, first, kSamples);
    const auto read = edits::readEdit(m_file, 1, kSamples);
    QVERIFY(!tried && !read);
    for (const Error& error : {tried.error(), read.error()}) {
      QCOMPARE(error.code, Errc::format);
      QVERIFY2(error.message.english().find(path) != std::string::npos, error.message.english().c_str());
    }
  }

  bool change(const std::function<bool(hid_t file)>& body) const {
    const store::hdf5::Lock lock;
    const store::hdf5::Handle file(H5Fopen(m_file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    return file && body(file.get());
  }
  /// By removing the old one: HDF5 1.10 does not find an attribute of such a group again to write to it.
  bool setNumber(const char* object, const char* name, std::uint64_t value) const {
    return change([&](hid_t file) {
      const store::hdf5::Handle group(H5Gopen2(file, object, H5P_DEFAULT), H5Gclose);
      return group && H5Adelete(group.get(), name) >= 0 && store::hdf5::writeNumber(group.get(), name, value, m_file);
    });
  }
  std::optional<std::uint64_t> numberAt(const char* object, const char* name) const {
    std::uint64_t value = 0;
    const bool isRead = change([&](hid_t file) {
      const store::hdf5::Handle attribute(H5Aopen_by_name(file, object, name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
      return attribute && H5Aread(attribute.get(), H5T_NATIVE_UINT64, &value) >= 0;
    });
    return isRead ? std::optional(value) : std::nullopt;
  }
  /// Bytes of an element of a dataset of the file; 0 where there is none.
  std::size_t storedBytes(const char* path) const {
    std::size_t bytes = 0;
    change([&](hid_t file) {
      if (H5Lexists(file, path, H5P_DEFAULT) <= 0) return false;
      const store::hdf5::Handle dataset(H5Dopen2(file, path, H5P_DEFAULT), H5Dclose);
      const store::hdf5::Handle type(H5Dget_type(dataset.get()), H5Tclose);
      bytes = H5Tget_size(type.get());
      return true;
    });
    return bytes;
  }

  std::unique_ptr<QTemporaryDir> m_folder;
  fs::path m_file;
  edits::Heading m_heading;
};

MASU_TEST(EditsHdf5Test)
#include "edits_hdf5_test.moc"
