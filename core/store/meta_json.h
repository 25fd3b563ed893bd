#pragma once

#include <map>
#include <string>

#include "core/base/result.h"
#include "core/store/meta.h"

namespace masu::store {

/// The documents of /meta as UTF-8 JSON, by name; what has nothing to say is absent.
std::map<std::string, std::string> documentsOf(const DatasetMeta& meta);

/// Fills schema, classes, groups, sources and recipe from documents. Errors: no JSON, or not what the format says.
Result<void> readDocuments(const std::map<std::string, std::string>& documents, const std::string& file,
                           DatasetMeta& meta);

}  // namespace masu::store
