// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/parts_writing.h"

#include "core/base/hash.h"
#include "core/store/format/layout.h"
#include "core/store/format/part_list.h"
#include "core/store/read/structure_sum.h"
#include "core/store/write/hdf5_shell.h"

namespace masu::store {

std::uint64_t CompleteDataset::bytes() const {
  std::uint64_t sum = std::filesystem::file_size(file);
  for (const NamedPart& part : parts) sum += std::filesystem::file_size(part.where);
  return sum;
}

Result<NamedPart> writePart(const Hdf5ShellRequest& request, const std::string& origin, const std::string& name,
                            const JobContext& job) {
  DatasetMeta meta;
  meta.uuid = uuidFrom(origin);
  MASU_TRY(const Hdf5Shell shell, writeHdf5Shell(request, meta, job));
  MASU_TRY(std::filesystem::path where, assemble(shell, request.first, job));
  std::vector<ObjectInfo> objects;
  for (const ObjectSlice& slice : request.slices) objects.push_back(slice.info());
  MASU_CHECK(sealStructure(where, objects));
  return NamedPart{std::move(where), name};
}

Result<CompleteDataset> writeParts(const PartsRequest& request, const DatasetMeta& meta, const JobContext& job) {
  const std::vector<std::string> names = freePartNames(request.target, request.plan.size());
  CompleteDataset complete;
  for (std::size_t i = 0; i < request.plan.size(); ++i) {
    const Hdf5ShellRequest part{.file = request.folder / ("file" + std::to_string(i)),
                               .slices = request.plan[i],
                               .partOf = request.target.filename().string()};
    MASU_TRY(NamedPart written, writePart(part, "part " + std::to_string(i) + " of " + meta.uuid, names[i], job));
    complete.parts.push_back(std::move(written));
  }
  complete.file = request.folder / "master";
  MasterRequest master{.file = complete.file,
                       .parts = complete.parts,
                       .samples = request.samples,
                       .splitsName = layout::splitsPath(request.target).filename().string(),
                       .partBytes = request.partBytes};
  for (const StagedObject* object : request.objects) master.objects.push_back(object->info());
  MASU_CHECK(writeMaster(master, meta));
  return complete;
}

}  // namespace masu::store
