// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/hdf5/frame_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "tests/fixtures/test_group.h"

using namespace masu;
using namespace masu::store;

/// Files that the library lays out, without values.
class FrameFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::filesystem::path m_path = std::filesystem::path(m_folder.path().toStdString()) / "frame.h5";

  Result<FrameFile> create() const {
    MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(m_path));
    return FrameFile::create(m_path, properties);
  }

 private Q_SLOTS:
  void sparseBytesAreThoseWrittenAndZeros() {
    SparseBytes sparse;
    QCOMPARE(sparse.size(), std::uint64_t{0});
    std::vector<std::byte> expected(40000);
    std::uint64_t end = 0;
    for (const auto& [offset, count] : {std::pair<std::uint64_t, std::uint64_t>{4090, 20},
                                        {0, 1},
                                        {12288, 4096},
                                        {20000, 10000},
                                        {4095, 2},
                                        {25000, 1}}) {
      const std::vector<std::byte> bytes(count, static_cast<std::byte>(offset % 251 + 1));
      QVERIFY(sparse.writeAt(offset, bytes));
      std::ranges::copy(bytes, expected.begin() + static_cast<std::ptrdiff_t>(offset));
      end = std::max(end, offset + count);
      QCOMPARE(sparse.size(), end);
    }
    for (const std::uint64_t count : {1U, 4096U, 40000U}) {
      std::vector<std::byte> read(40000, std::byte{0xFF});
      for (std::uint64_t at = 0; at < read.size(); at += count)
        QVERIFY(sparse.readAt(at, std::span(read).subspan(at, std::min(count, read.size() - at))));
      QVERIFY(read == expected);
    }
    QVERIFY(sparse.setSize(std::uint64_t{1} << 40U));
    QCOMPARE(sparse.size(), std::uint64_t{1} << 40U);
  }

  void holesThatAreFilledAreTheValues() {
    const std::vector<double> numbers = {1, 2, 3, 4, 5, 6};
    const std::vector<std::uint8_t> bytes(100000, 7);
    {
      const hdf5::Lock lock;
      auto frame = create();
      QVERIFY(frame);
      QVERIFY(frame->leaveOut("a/b/numbers", H5T_IEEE_F64LE, {3, 2}));
      QVERIFY(frame->leaveOut("bytes", H5T_STD_U8LE, {bytes.size()}));
      QVERIFY(hdf5::writeNumber(frame->root(), "answer", 42, m_path));
      QVERIFY(frame->close());
      QCOMPARE(frame->holes().size(), std::size_t{2});
      QCOMPARE(frame->holes()[0].bytes, std::uint64_t{6 * sizeof(double)});
      QCOMPARE(frame->holes()[1].bytes, std::uint64_t{bytes.size()});
      QVERIFY(!std::filesystem::exists(m_path));
      const auto file = io::File::create(m_path);
      QVERIFY(file);
      // Values that are there before the rest of the file stay.
      QVERIFY(file->writeAt(frame->holes()[0].address, std::as_bytes(std::span(numbers))));
      QVERIFY(frame->copyTo(*file));
      QVERIFY(file->writeAt(frame->holes()[1].address, std::as_bytes(std::span(bytes))));
      QCOMPARE(file->size().value(), frame->size());
    }
    const hdf5::Lock lock;
    const auto file = hdf5::own(H5Fopen(m_path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, m_path);
    QVERIFY(file);
    QCOMPARE(hdf5::readNumber(file->get(), "answer", m_path).value(), std::uint64_t{42});
    const hdf5::Handle first(H5Dopen2(file->get(), "a/b/numbers", H5P_DEFAULT), H5Dclose);
    const hdf5::Handle second(H5Dopen2(file->get(), "bytes", H5P_DEFAULT), H5Dclose);
    QVERIFY(first && second);
    std::vector<double> readNumbers(numbers.size());
    std::vector<std::uint8_t> readBytes(bytes.size());
    QVERIFY(H5Dread(first.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, readNumbers.data()) >= 0);
    QVERIFY(H5Dread(second.get(), H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, readBytes.data()) >= 0);
    QVERIFY(readNumbers == numbers);
    QVERIFY(readBytes == bytes);
  }

  void copiesAreInOrderUntilTheSinkFails() {
    const hdf5::Lock lock;
    auto frame = create();
    QVERIFY(frame);
    QVERIFY(frame->leaveOut("bytes", H5T_STD_U8LE, {300000}));
    QVERIFY(frame->close());
    std::uint64_t at = 10;
    const auto collect = [&](std::uint64_t offset, std::span<const std::byte> bytes) -> Result<void> {
      if (offset != at) return fail(Errc::internal, "not in order");
      at += bytes.size();
      return {};
    };
    QVERIFY(frame->copy(10, 250000, collect));
    QCOMPARE(at, std::uint64_t{250000});
    QVERIFY(frame->copy(20, 20, collect));
    const auto full = [](std::uint64_t, std::span<const std::byte>) -> Result<void> {
      return fail(Errc::noSpace, "full");
    };
    QVERIFY(frame->copy(0, 10, full).error().code == Errc::noSpace);
  }
};

MASU_TEST(FrameFileTest)
#include "frame_file_test.moc"
