// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/write/append_plan.h"

#include <algorithm>

#include "core/store/format/layout.h"
#include "core/store/format/part_list.h"

namespace masu::store {

namespace {

template <class Objects>
auto findSame(Objects& objects, const ObjectInfo& wanted) {
  return std::ranges::find_if(objects, [&](const ObjectInfo& object) {
    return object.name == wanted.name && object.element == wanted.element;
  });
}

}  // namespace

StagedObjects::TextBytes AppendPlan::textBytes() const {
  StagedObjects::TextBytes bytes;
  for (const ObjectInfo& object : m_dataset->storedObjects()) {
    if (object.element == Element::textBytes) bytes[object.name] += object.samples;
  }
  return bytes;
}

/// What both hold together. Of several parts, the longest chunk is that of the object.
Result<std::vector<ObjectInfo>> AppendPlan::joined(const std::vector<const StagedObject*>& added) const {
  std::vector<ObjectInfo> objects;
  const auto add = [&](ObjectInfo info) {
    info.first = 0;
    const auto known = findSame(objects, info);
    if (known == objects.end()) {
      objects.push_back(std::move(info));
      return true;
    }
    known->samples += info.samples;
    known->chunkSamples = std::max(known->chunkSamples, info.chunkSamples);
    const bool sameType = info.element != Element::number || known->dtype == info.dtype;
    return sameType && known->sampleShape == info.sampleShape;
  };
  const auto differs = [&](const ObjectInfo& object) {
    return fail(Errc::internal,
                MASU_TEXT("core", "Internal error: the new samples have another {0} than {1}. Please report it."),
                {object.name, m_dataset->path().string()});
  };
  for (const ObjectInfo& object : m_dataset->storedObjects()) {
    if (!add(object)) return differs(object);
  }
  for (const StagedObject* part : added) {
    if (!add(part->info())) return differs(part->info());
  }
  for (ObjectInfo& object : objects) {
    object.chunkSamples =
        std::max(object.chunkSamples, std::min(chunkSamplesFor(object.sampleBytes()), object.samples));
  }
  return objects;
}

Result<CompleteDataset> AppendPlan::write(const Request& request, const DatasetMeta& meta,
                                          const JobContext& job) const {
  const std::filesystem::path& target = m_dataset->path();
  const std::vector<std::filesystem::path> before = m_dataset->partFiles();
  if (std::max<std::size_t>(before.size(), 1) >= kMostParts) {
    return fail(Errc::unsupported,
                MASU_TEXT("core", "{0} has {1} parts already. Make one file of them with masu convert, then append."),
                {target.string(), std::to_string(before.size())}, {target.string(), 0, 0});
  }
  const std::vector<std::string> names = freePartNames(target, before.empty() ? 2 : 1);
  CompleteDataset complete;
  MasterRequest master;
  for (const auto& part : before) master.parts.push_back({part, part.filename().string()});
  if (before.empty()) {
    complete.formerName = names.front();
    master.parts.push_back({target, complete.formerName});
  }
  Hdf5ShellRequest part{.file = request.folder / "shell",
                       .first = request.base,
                       .partOf = target.filename().string()};
  for (const StagedObject* object : request.objects) part.slices.push_back(ObjectSlice::whole(*object));
  MASU_TRY(NamedPart written, writePart(part, "appended part of " + meta.uuid, names.back(), job));
  master.parts.push_back(written);
  complete.parts.push_back(std::move(written));
  complete.file = request.folder / "master";
  master.file = complete.file;
  master.samples = m_dataset->samples() + request.samples;
  master.splitsName = layout::splitsPath(target).filename().string();
  MASU_TRY(master.objects, joined(request.objects));
  MASU_CHECK(writeMaster(master, meta));
  return complete;
}

}  // namespace masu::store
