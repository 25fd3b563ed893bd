// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace masu::csv {

/// Names for `count` columns: the header's, made unique and never empty; without a header c1, c2, … The first column
/// that the header gives a name has it; later ones of the name get one that is free.
/// `mayBeComment`: a # before the first name is none of it.
std::vector<std::string> columnNames(const std::vector<std::string>* header, std::size_t count,
                                     bool mayBeComment = true);
/// Those of the `names` that columns have instead of one that the header gives to another before them.
std::vector<std::string> renamedColumns(const std::vector<std::string>& header, const std::vector<std::string>& names);

}  // namespace masu::csv
