// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <filesystem>
#include <memory>

#include "core/io/hdf5/lock.h"
#include "core/waveform/hdf5/hdf5_array.h"
#include "tests/fixtures/array_cases.h"

namespace masu::waveform::test {

/// Lets h5py make the file `name` in `folder`, open as `f`, by lines of Python. What Python complained of, or nothing.
inline QString runH5py(const std::filesystem::path& folder, const char* name, const QString& lines) {
  return runPython(folder, "import h5py\nf = h5py.File('" + QString(name) + "', 'w')\n" + lines + "\nf.close()\n");
}

/// An HDF5 file opened for reading, as openHdf5() does it.
inline std::shared_ptr<Hdf5File> openedHdf5(const std::filesystem::path& path) {
  const io::Hdf5Lock lock;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  auto file = std::make_shared<Hdf5File>(io::File::openRead(path).value());
  file->id = {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
  return file;
}

}  // namespace masu::waveform::test
