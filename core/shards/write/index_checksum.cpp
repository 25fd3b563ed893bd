// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shards/write/index_checksum.h"

#include <nlohmann/json.hpp>

#include "core/base/hash.h"

namespace masu::shards {

std::string indexChecksum(const std::string& text) {
  using Json = nlohmann::json;
  Json index = Json::parse(text, nullptr, false);
  if (index.is_object()) index.erase("checksum");
  return hex64(hash64(index.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

}  // namespace masu::shards
