// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/workbook/xml_part.h"

#include <QIODevice>
#include <QXmlStreamReader>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace masu::io {

namespace {

/// Bytes of one element or text: a cell has 32,767 characters at most.
constexpr std::size_t kLongestToken = std::size_t{4} << 20;
constexpr std::size_t kDeepest = 64;

/// A member of an archive as Qt reads it. The library holds an element as a whole, however long it is.
class MemberDevice final : public QIODevice {
 public:
  explicit MemberDevice(ArchiveReader& archive) : m_archive(archive) { open(QIODevice::ReadOnly); }

  bool isSequential() const override { return true; }
  void beginToken() { m_given = 0; }
  bool isTooLong() const { return m_tooLong; }
  const std::optional<Error>& fault() const { return m_fault; }

 protected:
  qint64 readData(char* out, qint64 most) override {
    if (m_fault || most <= 0) return m_fault ? -1 : 0;
    m_tooLong = m_given > kLongestToken;
    if (m_tooLong) return -1;
    auto read = m_archive.read(std::as_writable_bytes(std::span(out, static_cast<std::size_t>(most))));
    if (!read) {
      m_fault = std::move(read.error());
      return -1;
    }
    m_given += *read;
    return static_cast<qint64>(*read);
  }
  qint64 writeData(const char*, qint64) override { return -1; }

 private:
  ArchiveReader& m_archive;
  std::size_t m_given = 0;  ///< since an element or text began
  bool m_tooLong = false;
  std::optional<Error> m_fault;
};

}  // namespace

struct XmlPart::State {
  State(ArchiveReader& archive, std::string member, std::string shown)
      : name(std::move(member)), file(std::move(shown)), device(archive), xml(&device) {}

  Error error(Errc code, const char* sentence, std::vector<Argument> more = {}) const {
    std::vector<Argument> arguments = {file, name};
    for (Argument& each : more) arguments.push_back(std::move(each));
    return {code, sentence, std::move(arguments), {file, 0, 0}};
  }
  Error invalid() const;

  std::string name;
  std::string file;
  MemberDevice device;
  QXmlStreamReader xml;
  QXmlStreamAttributes attributes;
  std::size_t depth = 0;
};

Error XmlPart::State::invalid() const {
  if (device.fault()) return *device.fault();
  return error(Errc::damaged,
               MASU_TEXT("core",
                         "{1} in {0} is not whole XML: it is damaged in its line {2}. Open the workbook, and save it "
                         "again."),
               {std::to_string(xml.lineNumber())});
}

XmlPart::XmlPart(std::unique_ptr<State> state) : m_state(std::move(state)) {}
XmlPart::XmlPart(XmlPart&&) noexcept = default;
XmlPart& XmlPart::operator=(XmlPart&&) noexcept = default;
XmlPart::~XmlPart() = default;

Result<XmlPart> XmlPart::open(ArchiveReader& archive, std::size_t member, const std::filesystem::path& shown) {
  MASU_CHECK(archive.begin(member));
  return XmlPart(std::make_unique<State>(archive, archive.members()[member].name, shown.string()));
}

Result<XmlEvent> XmlPart::next() {
  State& state = *m_state;
  for (;;) {
    state.device.beginToken();
    switch (state.xml.readNext()) {
      case QXmlStreamReader::StartElement:
        if (++state.depth > kDeepest) return fail(oversized());
        state.attributes = state.xml.attributes();
        return XmlEvent::begin;
      case QXmlStreamReader::EndElement:
        --state.depth;
        return XmlEvent::end;
      case QXmlStreamReader::Characters:
        return XmlEvent::text;
      case QXmlStreamReader::EndDocument:
        // What comes after the last element may be what does not match the checksum.
        if (state.device.fault()) return fail(state.invalid());
        return XmlEvent::finished;
      case QXmlStreamReader::DTD:
      case QXmlStreamReader::EntityReference:
        return fail(state.error(
            Errc::unsupported,
            MASU_TEXT("core",
                      "{1} in {0} declares a document type or entities, as no workbook does and XML bombs do: it is "
                      "not read. Open the workbook, and save it again, if you trust it.")));
      case QXmlStreamReader::Invalid:
        if (state.device.isTooLong()) return fail(oversized());
        return fail(state.invalid());
      default:
        break;
    }
  }
}

QStringView XmlPart::name() const {
  return m_state->xml.name();
}

QStringView XmlPart::attribute(QStringView name) const {
  for (const QXmlStreamAttribute& each : std::as_const(m_state->attributes)) {
    if (each.name() == name) return each.value();
  }
  return {};
}

QStringView XmlPart::text() const {
  return m_state->xml.text();
}

Result<void> XmlPart::skip() {
  for (std::size_t depth = 1; depth > 0;) {
    MASU_TRY(const XmlEvent event, next());
    if (event == XmlEvent::finished) return fail(m_state->invalid());
    if (event == XmlEvent::begin) ++depth;
    if (event == XmlEvent::end) --depth;
  }
  return {};
}

Result<void> XmlPart::appendText(QString& to) {
  for (;;) {
    MASU_TRY(const XmlEvent event, next());
    if (event == XmlEvent::end) return {};
    if (event == XmlEvent::finished) return fail(m_state->invalid());
    if (event == XmlEvent::begin) MASU_CHECK(skip());
    if (event == XmlEvent::text) to += text();
    if (static_cast<std::size_t>(to.size()) > kLongestToken) return fail(oversized());
  }
}

Error XmlPart::oversized() const {
  return m_state->error(
      Errc::unsupported,
      MASU_TEXT("core",
                "{1} in {0} has longer, deeper or more elements than any workbook needs: it is not read. Save the "
                "sheet that is meant as CSV, and import that."));
}

const std::string& XmlPart::member() const {
  return m_state->name;
}

}  // namespace masu::io
