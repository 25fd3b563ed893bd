// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5/bytes.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include <hdf5.h>

#include "core/io/hdf5/lock.h"
#include "tests/fixtures/test_group.h"

using namespace masu;

namespace {

constexpr hsize_t kValues = 5000;

/// A file in memory, which may be made read-only, or fail.
class MemoryBytes final : public io::Hdf5Bytes {
 public:
  std::uint64_t size() const override { return bytes.size(); }
  bool readAt(std::uint64_t offset, std::span<std::byte> out) const override {
    if (fails || offset > bytes.size() || out.size() > bytes.size() - offset) return false;
    std::memcpy(out.data(), bytes.data() + offset, out.size());
    return true;
  }
  bool isWritable() const override { return writable; }
  bool writeAt(std::uint64_t offset, std::span<const std::byte> from) override {
    if (fails) return false;
    if (bytes.size() < offset + from.size()) bytes.resize(offset + from.size());
    std::memcpy(bytes.data() + offset, from.data(), from.size());
    return true;
  }
  bool setSize(std::uint64_t size) override {
    if (!fails) bytes.resize(size);
    return !fails;
  }

  std::vector<std::byte> bytes;
  bool writable = true;
  bool fails = false;
};

/// Lifetime: the list needs `bytes` itself.
hid_t accessTo(const std::shared_ptr<io::Hdf5Bytes>& bytes) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  if (!io::useBytes(access, bytes)) qFatal("The library refuses the bytes.");
  return access;
}

/// False where the library refuses it.
bool write(const std::shared_ptr<io::Hdf5Bytes>& bytes, int first) {
  std::vector<int> values(kValues);
  for (hsize_t i = 0; i < kValues; ++i) values[i] = first + static_cast<int>(i);
  const hid_t access = accessTo(bytes);
  const hid_t file = H5Fcreate("any name", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  H5Pclose(access);
  if (file < 0) return false;
  const hid_t space = H5Screate_simple(1, &kValues, nullptr);
  const hid_t data = H5Dcreate2(file, "x", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const bool written = data >= 0 && H5Dwrite(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
  if (data >= 0) H5Dclose(data);
  H5Sclose(space);
  return H5Fclose(file) >= 0 && written;
}

/// The first and the last value; nothing where they cannot be read.
std::vector<int> read(const std::shared_ptr<io::Hdf5Bytes>& bytes) {
  const hid_t access = accessTo(bytes);
  const hid_t file = H5Fopen("another name", H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (file < 0) return {};
  std::vector<int> values(kValues);
  const hid_t data = H5Dopen2(file, "x", H5P_DEFAULT);
  const bool isRead = data >= 0 && H5Dread(data, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) >= 0;
  if (data >= 0) H5Dclose(data);
  H5Fclose(file);
  return isRead ? std::vector<int>{values.front(), values.back()} : std::vector<int>();
}

}  // namespace

/// The library reads and writes whatever bytes it is given for a file.
class BytesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const io::Hdf5Lock lock;
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }

  void whatIsWrittenIsReadBack() {
    const io::Hdf5Lock lock;
    const auto one = std::make_shared<MemoryBytes>();
    const auto other = std::make_shared<MemoryBytes>();
    QVERIFY(write(one, 7) && write(other, -3));
    QVERIFY(read(one) == (std::vector<int>{7, 7 + static_cast<int>(kValues) - 1}));
    QVERIFY(read(other) == (std::vector<int>{-3, -3 + static_cast<int>(kValues) - 1}));
    // Under any name, the same bytes are the same file.
    const std::shared_ptr<io::Hdf5Bytes> shared = one;
    const hid_t access = accessTo(shared);
    const hid_t first = H5Fopen("a", H5F_ACC_RDWR, access);
    const hid_t second = H5Fopen("b", H5F_ACC_RDWR, access);
    QVERIFY(first >= 0 && second >= 0);
    const hid_t group = H5Gcreate2(first, "g", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    QVERIFY(group >= 0);
    QVERIFY(H5Lexists(second, "g", H5P_DEFAULT) > 0);
    H5Gclose(group);
    H5Fclose(second);
    H5Fclose(first);
    H5Pclose(access);
  }

  void aFileIsReadAsTheLibraryItselfWouldReadIt() {
    const auto bytes = std::make_shared<MemoryBytes>();
    const std::string path = m_folder.filePath("plain.h5").toStdString();
    const io::Hdf5Lock lock;
    QVERIFY(write(bytes, 40));
    auto written = io::File::create(path);
    QVERIFY(written && written->writeAt(0, bytes->bytes));
    // The library's own driver.
    const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    QVERIFY(file >= 0);
    H5Fclose(file);
    auto opened = io::File::openRead(path);
    QVERIFY(opened);
    const auto shared = std::make_shared<const io::File>(std::move(*opened));
    QVERIFY(read(std::make_shared<io::FileBytes>(shared, bytes->size())) ==
            (std::vector<int>{40, 40 + static_cast<int>(kValues) - 1}));
  }

  void nothingIsReadBeyondTheSizeItWasOpenedWith() {
    const std::string path = m_folder.filePath("hundred").toStdString();
    auto written = io::File::create(path);
    QVERIFY(written && written->writeAt(0, std::vector<std::byte>(100, std::byte{1})));
    auto opened = io::File::openRead(path);
    QVERIFY(opened);
    const io::FileBytes bytes(std::make_shared<const io::File>(std::move(*opened)), 60);
    QCOMPARE(bytes.size(), std::uint64_t{60});
    QVERIFY(!bytes.isWritable());
    std::vector<std::byte> out(10);
    QVERIFY(bytes.readAt(50, out));
    QVERIFY(out == std::vector<std::byte>(10, std::byte{1}));
    QVERIFY(!bytes.readAt(51, out));
    QVERIFY(!bytes.readAt(61, {}));
    QVERIFY(!bytes.readAt(std::numeric_limits<std::uint64_t>::max() - 5, out));
  }

  void whatCannotBeWrittenIsRefused() {
    const io::Hdf5Lock lock;
    const auto bytes = std::make_shared<MemoryBytes>();
    QVERIFY(write(bytes, 1));
    const std::vector<std::byte> before = bytes->bytes;
    bytes->writable = false;
    QVERIFY(!write(bytes, 2));
    QVERIFY(bytes->bytes == before);
    QVERIFY(!read(bytes).empty());
  }

  void aReadThatFailsIsAnErrorOfTheLibrary() {
    const io::Hdf5Lock lock;
    const auto bytes = std::make_shared<MemoryBytes>();
    QVERIFY(write(bytes, 1));
    bytes->fails = true;
    QVERIFY(read(bytes).empty());
    bytes->fails = false;
    bytes->bytes.resize(100);
    QVERIFY(read(bytes).empty());
  }

 private:
  QTemporaryDir m_folder;
};

MASU_TEST(BytesTest)
#include "bytes_test.moc"
