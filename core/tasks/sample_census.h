#pragma once

#include <cstdint>
#include <string>

namespace masu::tasks {

/// An invented census table: fifteen columns, numbers and categories, `?` where a value is missing, and an income class
/// that follows from the other columns as far as about 85 of 100 people go.
void appendCensusHeader(std::string& text);
/// Record `row` of the table that `seed` stands for. Records are independent of each other.
void appendCensusRow(std::uint64_t seed, std::uint64_t row, std::string& text);

}  // namespace masu::tasks
