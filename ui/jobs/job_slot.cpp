// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/job_slot.h"

namespace masu::ui {

JobSlot::JobSlot(JobRunner& runner, QObject* parent) : QObject(parent), m_runner(runner) {}

JobSlot::~JobSlot() {
  cancel();
}

void JobSlot::cancel() {
  if (m_job) m_job->cancel();
}

void JobSlot::drop() {
  cancel();
  ++m_generation;
  if (!m_job) return;
  m_job = nullptr;
  Q_EMIT busyChanged(false);
}

void JobSlot::stop() {
  cancel();
}

}  // namespace masu::ui
