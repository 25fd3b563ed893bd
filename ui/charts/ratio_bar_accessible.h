#pragma once

namespace masu::ui {

/// Lets assistive tools see a RatioBar as a group of sliders, one a handle, each with a value in percent that can be
/// set. Calling it again does nothing.
void installRatioBarAccessibility();

}  // namespace masu::ui
