// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loader/stream/stream_state.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "core/base/hash.h"
#include "core/loader/order/sequence.h"

namespace masu::loader {

namespace {

std::vector<std::string_view> fieldsOf(std::string_view text) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(':', begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

template <class Number>
bool parseNumber(std::string_view text, Number& number, int base = 10) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return problem == std::errc() && end == text.data() + text.size() && !text.empty();
}

bool parseShuffle(std::string_view text, Shuffle& shuffle) {
  for (const Shuffle candidate : {Shuffle::none, Shuffle::blocks, Shuffle::exact, Shuffle::queue, Shuffle::balanced}) {
    if (name(candidate) != text) continue;
    shuffle = candidate;
    return true;
  }
  return false;
}

/// The blocks of a shuffle, or the buffer of a queue.
bool parseReach(std::string_view text, StreamState& state) {
  if (state.shuffle != Shuffle::queue) return parseNumber(text, state.blocks);
  const std::size_t dash = text.find('-');
  return dash != std::string_view::npos && parseNumber(text.substr(0, dash), state.capacity) &&
         parseNumber(text.substr(dash + 1), state.minimumLeft) && state.minimumLeft < state.capacity;
}

}  // namespace

std::string StreamState::text() const {
  const std::string reach =
      shuffle == Shuffle::queue ? std::to_string(capacity) + "-" + std::to_string(minimumLeft) : std::to_string(blocks);
  return Sequence::version() + ":" + std::string(name(shuffle)) + ":" + reach + ":" + std::to_string(batch) + ":" +
         std::to_string(seed) + ":" + hex64(content) + ":" + std::to_string(epoch) + ":" + std::to_string(number);
}

Result<StreamState> StreamState::parse(std::string_view text) {
  const auto fields = fieldsOf(text);
  StreamState state;
  const bool valid = fields.size() == 8 && fields[0] == Sequence::version() && parseShuffle(fields[1], state.shuffle) &&
                     parseReach(fields[2], state) && parseNumber(fields[3], state.batch) &&
                     parseNumber(fields[4], state.seed) && parseNumber(fields[5], state.content, 16) &&
                     parseNumber(fields[6], state.epoch) && parseNumber(fields[7], state.number);
  if (valid) return state;
  return fail(Errc::invalidArgument,
              MASU_TEXT("core", "\"{0}\" is not a state of a stream of this version: pass one as it was reported."),
              {std::string(text)});
}

}  // namespace masu::loader
