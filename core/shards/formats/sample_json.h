// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/shards/formats/sample_block.h"
#include "core/shards/formats/shard_format.h"

namespace masu::shards {

/// What people would read of a sample, as one line of JSON: {"sample": 7, "label": "yes", "city": "Oslo", …}: the class
/// and the categories as words, the group, and kept columns under their own names. Missing values are null.
/// Threads: const calls are safe together. Lifetime: borrows the fields.
class SampleJson {
 public:
  SampleJson(const store::Dataset& dataset, const ArrayFields& fields, bool encoded);

  /// The keys of a line.
  const std::vector<WrittenName>& names() const { return m_names; }

  void append(const SampleBlock& block, std::size_t i, std::string& to) const;

 private:
  /// One member: a value of an array as a word or a number.
  struct Member {
    std::string key;  ///< as JSON, with the colon
    std::size_t field = 0;
    std::uint64_t place = 0;
    bool words = false;
    std::vector<std::string> wordOf = {};  ///< of each code, as JSON
  };
  void addColumns(const store::Dataset& dataset);
  void add(const std::string& name, const std::string& object, std::uint64_t place,
           const std::vector<std::string>* words, bool missingFirst);
  void appendNumber(const SampleBlock& block, const Member& member, std::size_t i, std::string& to) const;

  const ArrayFields& m_fields;
  std::vector<WrittenName> m_names = {{"sample", "sample"}};
  std::vector<Member> m_members;
  std::vector<std::string> m_textKeys;
};

}  // namespace masu::shards
