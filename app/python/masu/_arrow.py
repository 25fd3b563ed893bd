# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of other libraries, through Arrow's C stream interface and without Arrow itself."""

import csv
import ctypes
import datetime
import math
import struct

from . import _loader


class Schema(ctypes.Structure):
    pass


class ArrowArray(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64), ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)), ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))),
    ("private_data", ctypes.c_void_p)]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))), ("dictionary", ctypes.POINTER(ArrowArray)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(ArrowArray))), ("private_data", ctypes.c_void_p)]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(ArrowArray))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))), ("private_data", ctypes.c_void_p)]

_NUMBERS = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "f": "f", "g": "d"}
_TICKS = {"s": 1, "m": 10**3, "u": 10**6, "n": 10**9}
_EPOCH = datetime.datetime(1970, 1, 1)
MOST_CATEGORIES = 65535
CAPSULE = b"arrow_array_stream"
# Functions of their own: what is set at those of ctypes.pythonapi is set for the whole process.
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))


def _bytes(array, which, first, count):
    """Bytes of a buffer; none where there is no buffer."""
    address = array.buffers[which]
    return memoryview((ctypes.c_ubyte * count).from_address(address + first)).cast("B") if address and count else b""


def _bits(array, which, first, count):
    held = _bytes(array, which, first // 8, (first % 8 + count + 7) // 8)
    return [bool(held[(first % 8 + i) // 8] >> (first % 8 + i) % 8 & 1) for i in range(count)] if held else None


def _plain(array, code, first, count):
    size = struct.calcsize("=" + code)
    return list(struct.unpack(f"={count}{code}", _bytes(array, 1, first * size, count * size)))


def _texts(array, code, first, count):
    """Of utf8, whose ends are in 32 bits or 64."""
    ends = _plain(array, code, first, count + 1) if count else [0]
    held = bytes(_bytes(array, 2, ends[0], ends[-1] - ends[0]))
    return [held[begin - ends[0]:end - ends[0]].decode() for begin, end in zip(ends, ends[1:])]


def _views(array, first, count):
    """Of utf8 views: 16 bytes each, which hold a short text or say where it is."""
    texts = []
    for length, rest in struct.iter_unpack("=i12s", _bytes(array, 1, first * 16, count * 16)):
        if length <= 12:
            texts.append(rest[:length].decode())
        else:
            _, buffer, begin = struct.unpack("=4sii", rest)
            texts.append(bytes(_bytes(array, 2 + buffer, begin, length)).decode())
    return texts


def _time(ticks, unit):
    """ISO text of ticks since 1970."""
    seconds, rest = divmod(ticks, _TICKS[unit])
    fraction = f".{rest:0{len(str(_TICKS[unit])) - 1}}" if rest else ""
    return (_EPOCH + datetime.timedelta(seconds=seconds)).isoformat(" ") + fraction


def _decimal(digits, scale):
    if scale <= 0:
        return f"{digits}{'0' * -scale}"
    text = str(abs(digits)).rjust(scale + 1, "0")
    return f"{'-' if digits < 0 else ''}{text[:-scale]}.{text[-scale:]}"


def _decimals(array, form, first, count):
    _, scale, *width = form[2:].split(",")
    size = int(width[0]) // 8 if width else 16
    held = _bytes(array, 1, first * size, count * size)
    return [_decimal(int.from_bytes(held[i * size:(i + 1) * size], "little", signed=True), int(scale))
            for i in range(count)]


def _stored(schema, array, first, count):
    """Values as they are stored, anything in the place of missing ones. None: a type that is not a cell of a table."""
    form = schema.format.decode()
    if form in _NUMBERS:
        return _plain(array, _NUMBERS[form], first, count)
    if form == "e":
        return _plain(array, "e", first, count)
    if form in ("u", "U"):
        return _texts(array, "i" if form == "u" else "q", first, count)
    if form == "vu":
        return _views(array, first, count)
    if form == "n":
        return [None] * count
    if form == "b":
        return ["true" if bit else "false" for bit in _bits(array, 1, first, count) or []]
    if form.startswith("d:"):
        return _decimals(array, form, first, count)
    if form == "tdD":
        return [_time(days * 86400, "s")[:10] for days in _plain(array, "i", first, count)]
    if form == "tdm":
        return [_time(ticks, "m") for ticks in _plain(array, "q", first, count)]
    if form.startswith("ts"):
        return [_time(ticks, form[2]) for ticks in _plain(array, "q", first, count)]
    return None


def _values(schema, array, first, count):
    """Cells, None where they are missing; None: a type that is not a cell of a table."""
    first += array.offset
    values = _stored(schema, array, first, count)
    if values is None:
        return None
    # All types but null have a bitmap of what is there.
    there = _bits(array, 0, first, count) if schema.format != b"n" and array.null_count != 0 else None
    if there:
        values = [value if is_there else None for value, is_there in zip(values, there)]
    if schema.dictionary:
        words = _values(schema.dictionary[0], array.dictionary[0], 0, array.dictionary[0].length)
        values = words and [None if code is None else words[code] for code in values]
    return [None if isinstance(value, float) and math.isnan(value) else value for value in values]


def _is_text(schema):
    return (schema.dictionary[0] if schema.dictionary else schema).format in (b"u", b"U", b"vu")


class _Reading:
    """A stream that is read once. Whatever it hands over is given back."""

    def __init__(self, table):
        self._capsule = table.__arrow_c_stream__()
        self._stream = Stream.from_address(_pointer_of(self._capsule, CAPSULE))
        self.schema = Schema()

    def __enter__(self):
        self._take(self._stream.get_schema, self.schema)
        return self

    def __exit__(self, *_):
        for held in (self.schema, self._stream):
            if held.release:
                held.release(ctypes.byref(held))

    def _take(self, function, into):
        if function(ctypes.byref(self._stream), ctypes.byref(into)) != 0:
            said = self._stream.get_last_error(ctypes.byref(self._stream)) or b"without a reason"
            raise _loader.DataError(f"The table could not be read: {said.decode(errors='replace')}.")

    def batches(self):
        while True:
            batch = ArrowArray()
            self._take(self._stream.get_next, batch)
            if not batch.release:
                return
            try:
                yield batch
            finally:
                batch.release(ctypes.byref(batch))


def _columns(schema):
    if schema.format != b"+s":
        raise _loader.Error("Only tables can be imported: this stream has single arrays.")
    return [schema.children[i][0] for i in range(schema.n_children)]


def write_csv(table, path):
    """Writes a table as CSV in UTF-8, missing cells empty. Returns the columns of texts that can be categories."""
    with _Reading(table) as reading, open(path, "w", encoding="utf-8", newline="") as file:
        columns = _columns(reading.schema)
        names = [(column.name or b"").decode() for column in columns]
        words = [set() if _is_text(column) else None for column in columns]
        out = csv.writer(file, lineterminator="\n")
        out.writerow(names)
        for batch in reading.batches():
            cells = []
            if batch.null_count != 0 and not all(_bits(batch, 0, batch.offset, batch.length) or ()):
                raise _loader.Error("The table has rows that are missing as a whole: leave them out.")
            for i, column in enumerate(columns):
                try:
                    values = _values(column, batch.children[i][0], batch.offset, batch.length)
                except OverflowError:
                    raise _loader.Error(f"Column {names[i]} has a time before year 1 or after year 9999.") from None
                if values is None:
                    form = (column.dictionary[0] if column.dictionary else column).format.decode()
                    raise _loader.Error(f"Column {names[i]} has Arrow's type {form}, which Masu does not import: leave "
                                        "it out, or make texts or numbers of it.")
                if words[i] is not None and len(words[i]) <= MOST_CATEGORIES:
                    words[i].update(values)
                cells.append(values)
            out.writerows(zip(*cells))
    return [name for name, seen in zip(names, words) if seen is not None and len(seen) <= MOST_CATEGORIES]
