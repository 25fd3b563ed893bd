// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "core/store/read/dataset.h"
#include "ui/models/dataset_profile.h"
#include "ui/models/row_source.h"

class QLabel;
class QStackedWidget;
class QToolButton;

namespace masu::ui {

class BrowseSeen;
class BrowseSpectrum;
class ColumnHistogram;
class JobRunner;
class KeyValues;
class Section;
class Session;
struct SampleSignals;

/// The side panel of Browse: the column that is looked at, the selected sample, and the dataset.
class BrowseDetails : public QWidget {
  Q_OBJECT

 public:
  enum Tab { kColumn, kSample, kDataset };

  BrowseDetails(Session& session, JobRunner& runner, QWidget* parent = nullptr);

  void setDataset(const store::Dataset& dataset);
  void showTab(Tab tab);
  /// `bins` may still be empty.
  void setColumn(const table::Column& column, const std::vector<double>& bins, std::uint64_t samples);
  void setSample(std::uint64_t sample, const SampleRow& row, const std::vector<SampleColumn>& columns, int split);
  /// Peak, loudness and length of the selected sample's signals, or the size and level of an image.
  void setSignals(const SampleSignals& read);
  void clearColumn();
  void clearSample();
  /// Asks once more what the open run learned from the sample.
  void refreshSeen();
  /// Where the pointer is over the selected sample, in frames of it.
  void setCursor(std::optional<double> frame);
  /// Whose frequencies are shown.
  void setChannel(int channel);

 private:
  QWidget* buildColumn();
  QWidget* buildSample();
  QWidget* buildDataset();
  void setStats(const table::Column& column, std::uint64_t samples);

  QStackedWidget* m_pages;
  std::vector<QToolButton*> m_tabs;
  Section* m_columnHead = nullptr;
  ColumnHistogram* m_histogram = nullptr;
  KeyValues* m_columnValues = nullptr;
  Section* m_sampleHead = nullptr;
  KeyValues* m_sampleValues = nullptr;
  Section* m_cellsSection = nullptr;
  KeyValues* m_cells = nullptr;
  double m_rate = 0;       ///< of recordings
  QStringList m_channels;  ///< of recordings
  QString m_imageSize;     ///< of a dataset of images, else empty
  Section* m_signalSection = nullptr;
  KeyValues* m_signalValues = nullptr;
  BrowseSpectrum* m_spectrum = nullptr;
  BrowseSeen* m_seen = nullptr;
  Section* m_datasetHead = nullptr;
  KeyValues* m_datasetValues = nullptr;
  KeyValues* m_sourceValues = nullptr;
};

}  // namespace masu::ui
