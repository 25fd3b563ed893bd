// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/store/read/dataset.h"
#include "ui/charts/figure/histogram_header.h"
#include "ui/models/dataset_profile.h"

namespace masu::ui {

class SampleTableModel;

/// What the headers of Browse's table say of each of its columns. Histograms are missing while the profile is empty.
std::vector<HistogramHeader::Column> headerColumns(const store::Dataset& dataset, const SampleTableModel& rows,
                                                   const DatasetProfile& profile);

/// The column of the schema that a column of the table shows; −1 for the sample number and for values of a signal.
int schemaColumn(const store::Dataset& dataset, const SampleTableModel& rows, int column);

}  // namespace masu::ui
