// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/master_file.h"

#include <algorithm>
#include <limits>

#include "core/store/format/layout.h"
#include "core/store/hdf5/types.h"
#include "core/store/read/file_reading.h"
#include "core/store/read/structure_sum.h"
#include "core/store/write/dataset_header.h"

namespace masu::store {

namespace {

using hdf5::check;
using hdf5::dimensionsOf;
using hdf5::Handle;
using hdf5::own;

/// Samples of an object that a part holds.
struct Share {
  const std::string* file = nullptr;
  std::uint64_t samples = 0;
};

/// HDF5 reads %b in the name of a source as the number of a block, and %% as %.
std::string sourceName(std::string_view name) {
  std::string escaped;
  for (const char c : name) escaped += c == '%' ? std::string("%%") : std::string(1, c);
  return escaped;
}

/// Builds one file; its members are what every step needs.
class MasterBuilder {
 public:
  explicit MasterBuilder(const MasterRequest& request) : m_request(request), m_file(request.file) {}

  Result<void> build(const DatasetMeta& meta);

 private:
  Result<void> readParts();
  Result<void> writeObject(std::size_t object);
  Result<Handle> mappingOf(const ObjectInfo& object, const std::vector<Share>& shares, hid_t type) const;
  Result<void> fillWithNothing(const ObjectInfo& object, hid_t type, hid_t properties) const;

  const MasterRequest& m_request;
  const std::filesystem::path& m_file;
  PartList m_list;
  std::vector<std::vector<Share>> m_shares;  ///< beside the request's objects
  Handle m_id;
};

Result<void> MasterBuilder::readParts() {
  m_shares.resize(m_request.objects.size());
  for (const NamedPart& part : m_request.parts) {
    MASU_TRY(const FileContent content, readPartFile(part.where, m_request.objects));
    m_list.parts.push_back({part.name, content.bytes, content.meta.uuid, content.fingerprint()});
    for (std::size_t i = 0; i < m_request.objects.size(); ++i) {
      const ObjectInfo& object = m_request.objects[i];
      const auto extent = std::ranges::find_if(content.extents, [&](const Extent& candidate) {
        return candidate.info.name == object.name && candidate.info.element == object.element;
      });
      if (extent != content.extents.end()) m_shares[i].push_back({&part.name, extent->info.samples});
    }
  }
  return {};
}

Result<void> MasterBuilder::build(const DatasetMeta& meta) {
  MASU_CHECK(readParts());
  MASU_TRY(const hdf5::FileProperties properties, hdf5::fileProperties(m_file));
  MASU_TRY(m_id, own(H5Fcreate(m_file.c_str(), H5F_ACC_TRUNC, properties.creation.get(), properties.access.get()),
                     H5Fclose, m_file));
  for (std::size_t i = 0; i < m_request.objects.size(); ++i) MASU_CHECK(writeObject(i));
  const auto features = std::ranges::find_if(m_request.objects, layout::holdsFeatures);
  const DatasetHeader description{
      .meta = meta,
      .version = formatOf(m_request.objects, layout::kFormatVersion),
      .samples = m_request.samples,
      .splitsName = m_request.splitsName,
      .features = features == m_request.objects.end() ? nullptr : &*features,
  };
  MASU_CHECK(description.write(m_id.get(), m_file));
  m_list.partBytes = m_request.partBytes;
  const std::string parts = documentOf(m_list);
  MASU_CHECK(hdf5::writeFlat(m_id.get(), layout::kPartsDocument, H5T_STD_U8LE, parts.size(), parts.data(), m_file));
  MASU_CHECK(hdf5::writeStructurePlace(m_id.get(), m_file));
  return hdf5::closeWritten(m_id, m_file);
}

Result<void> MasterBuilder::writeObject(std::size_t index) {
  const ObjectInfo& object = m_request.objects[index];
  const std::vector<Share>& shares = m_shares[index];
  std::uint64_t samples = 0;
  for (const Share& share : shares) samples += share.samples;
  const auto dimensions = dimensionsOf(object, samples);
  const std::string path = layout::pathOf(object);
  MASU_TRY(const Handle type, hdf5::typeOf(object, m_file));
  MASU_TRY(const Handle properties, mappingOf(object, shares, type.get()));
  MASU_TRY(const Handle space,
           own(H5Screate_simple(static_cast<int>(dimensions.size()), dimensions.data(), nullptr), H5Sclose, m_file));
  if (const auto slash = path.rfind('/'); slash != std::string::npos) {
    MASU_CHECK(hdf5::makeGroups(m_id.get(), path.substr(0, slash), m_file));
  }
  MASU_TRY(const Handle dataset, own(H5Dcreate2(m_id.get(), path.c_str(), type.get(), space.get(), H5P_DEFAULT,
                                                properties.get(), H5P_DEFAULT),
                                     H5Dclose, m_file));
  ObjectInfo& listed = m_list.objects.emplace_back(object);
  listed.samples = samples;
  listed.chunkSamples = std::min(object.chunkSamples, samples);
  return {};
}

Result<Handle> MasterBuilder::mappingOf(const ObjectInfo& object, const std::vector<Share>& shares, hid_t type) const {
  MASU_TRY(Handle properties, own(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, m_file));
  MASU_CHECK(check(H5Pset_obj_track_times(properties.get(), false), m_file));
  MASU_CHECK(fillWithNothing(object, type, properties.get()));
  std::uint64_t samples = 0;
  for (const Share& share : shares) samples += share.samples;
  const auto whole = dimensionsOf(object, samples);
  const int rank = static_cast<int>(whole.size());
  const std::string path = sourceName("/" + layout::pathOf(object));
  std::vector<hsize_t> start(whole.size(), 0);
  for (const Share& share : shares) {
    const auto count = dimensionsOf(object, share.samples);
    MASU_TRY(const Handle from, own(H5Screate_simple(rank, count.data(), nullptr), H5Sclose, m_file));
    MASU_TRY(const Handle to, own(H5Screate_simple(rank, whole.data(), nullptr), H5Sclose, m_file));
    MASU_CHECK(
        check(H5Sselect_hyperslab(to.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), m_file));
    const std::string name = sourceName(*share.file);
    MASU_CHECK(check(H5Pset_virtual(properties.get(), to.get(), name.c_str(), path.c_str(), from.get()), m_file));
    start[0] += share.samples;
  }
  return properties;
}

/// Other programs silently read a missing part as the fill value: make that NaN, where the type has one.
Result<void> MasterBuilder::fillWithNothing(const ObjectInfo& object, hid_t type, hid_t properties) const {
  constexpr std::uint16_t kHalf = 0x7E00;
  constexpr float kSingle = std::numeric_limits<float>::quiet_NaN();
  constexpr double kDouble = std::numeric_limits<double>::quiet_NaN();
  if (object.element != Element::number) return {};
  const void* value = object.dtype == table::DType::f16   ? static_cast<const void*>(&kHalf)
                      : object.dtype == table::DType::f32 ? static_cast<const void*>(&kSingle)
                      : object.dtype == table::DType::f64 ? static_cast<const void*>(&kDouble)
                                                          : nullptr;
  return value == nullptr ? Result<void>() : check(H5Pset_fill_value(properties, type, value), m_file);
}

}  // namespace

Result<void> writeMaster(const MasterRequest& request, const DatasetMeta& meta) {
  {
    const hdf5::Lock lock;
    MASU_CHECK(MasterBuilder(request).build(meta));
  }
  return sealStructure(request.file, {});
}

}  // namespace masu::store
