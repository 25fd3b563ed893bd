// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/loader/stream/sample_view.h"

namespace masu::ui {

/// How samples are shown: as they are stored, or as a network sees them under one draw of the augmentation.
struct NetworkLens {
  std::shared_ptr<const loader::SampleView> view;  ///< null: as stored
  loader::SampleView::Draw draw;

  bool active() const { return view != nullptr; }
};

}  // namespace masu::ui
