#pragma once

#include <QWidget>
#include <memory>
#include <vector>

namespace masu::ui {

/// One recording as a signal, with the windows it gives as brackets above it and its padding hatched.
/// Up to three rows of brackets keep overlapping windows apart. Left and Right choose a window.
class ImportWindowsView : public QWidget {
  Q_OBJECT

 public:
  struct Recording {
    std::shared_ptr<const std::vector<float>> values;  ///< first channel; null while it is read
    double frames = 0;
    double rate = 0;
    double window = 0;
    double hop = 0;
    std::uint64_t windows = 0;
  };

  explicit ImportWindowsView(QWidget* parent = nullptr);
  void setRecording(Recording recording);
  void setChosen(int window);
  int chosen() const { return m_chosen; }

 Q_SIGNALS:
  void chosenChanged(int window);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  double axisFrames() const;
  double xOf(double frame) const;
  int rows() const;
  QRectF plot() const;
  void paintBrackets(QPainter& painter) const;
  void paintSignal(QPainter& painter) const;
  void paintAxis(QPainter& painter) const;

  Recording m_recording;
  int m_chosen = 0;
};

}  // namespace masu::ui
