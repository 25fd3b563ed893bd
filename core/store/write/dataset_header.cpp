// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/dataset_header.h"

#include <algorithm>

#include "core/store/format/convert.h"
#include "core/store/format/layout.h"
#include "core/store/format/meta.h"

namespace masu::store {

using hdf5::check;

std::uint32_t formatOf(std::span<const ObjectInfo> objects, std::uint32_t least) {
  const bool later = std::ranges::any_of(objects, [](const ObjectInfo& object) {
    if (object.element != Element::number) return false;
    return object.dtype == table::DType::i64 || (object.name == "labels" && object.dtype == table::DType::f64);
  });
  return later ? layout::kNewestFormat : least;
}

Result<void> DatasetHeader::write(hid_t root, const std::filesystem::path& file) const {
  MASU_CHECK(writeAttributes(root, file));
  for (const auto& [document, text] : documentsOf(meta)) {
    const std::string path = std::string("meta/") + document;
    MASU_CHECK(hdf5::writeFlat(root, path, H5T_STD_U8LE, text.size(), text.data(), file));
  }
  MASU_CHECK(writeAffine(root, file));
  return linkSplits(root, file);
}

Result<void> DatasetHeader::writeAttributes(hid_t root, const std::filesystem::path& file) const {
  MASU_CHECK(hdf5::writeNumber(root, layout::kFormatAttribute, version, file));
  MASU_CHECK(hdf5::writeText(root, layout::kUuidAttribute, meta.uuid, file));
  if (!meta.parent.empty()) MASU_CHECK(hdf5::writeText(root, layout::kParentAttribute, meta.parent, file));
  MASU_CHECK(hdf5::writeText(root, layout::kKindAttribute, name(meta.kind), file));
  MASU_CHECK(hdf5::writeText(root, layout::kTargetAttribute, name(meta.target), file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kSamplesAttribute, samples, file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kRecordsAttribute, meta.records, file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kRejectedAttribute, meta.rejected, file));
  MASU_CHECK(hdf5::writeNumber(root, layout::kDroppedAttribute, meta.dropped, file));
  if (meta.window > 0) {
    MASU_CHECK(hdf5::writeNumber(root, layout::kWindowAttribute, meta.window, file));
    MASU_CHECK(hdf5::writeNumber(root, layout::kSilenceAttribute, static_cast<std::uint64_t>(meta.silence), file));
  }
  if (meta.shuffleSeed) MASU_CHECK(hdf5::writeNumber(root, layout::kShuffleAttribute, *meta.shuffleSeed, file));
  return hdf5::writeNumber(root, layout::kTrainMeanAttribute, meta.missingByTrainMean ? 1 : 0, file);
}

Result<void> DatasetHeader::writeAffine(hid_t root, const std::filesystem::path& file) const {
  if (features == nullptr || !isAffine(*features, meta.schema)) return {};
  std::vector<float> scales;
  std::vector<float> offsets;
  for (const std::size_t index : meta.schema.indicesOf(table::Role::feature)) {
    scales.push_back(static_cast<float>(meta.schema.columns[index].scale));
    offsets.push_back(static_cast<float>(meta.schema.columns[index].offset));
  }
  MASU_CHECK(hdf5::writeFlat(root, layout::kScaleObject, H5T_IEEE_F32LE, scales.size(), scales.data(), file));
  return hdf5::writeFlat(root, layout::kOffsetObject, H5T_IEEE_F32LE, offsets.size(), offsets.data(), file);
}

Result<void> DatasetHeader::linkSplits(hid_t root, const std::filesystem::path& file) const {
  if (splitsName.empty()) return {};
  const char* target = splitsName.c_str();
  const std::string manifest = std::string("/") + layout::kDefaultManifest;
  MASU_CHECK(check(H5Lcreate_external(target, "/", root, "splits", H5P_DEFAULT, H5P_DEFAULT), file));
  return check(H5Lcreate_external(target, manifest.c_str(), root, "split", H5P_DEFAULT, H5P_DEFAULT), file);
}

}  // namespace masu::store
