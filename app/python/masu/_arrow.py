# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of other libraries, through Arrow's C stream interface and without Arrow itself."""

import ctypes
import datetime
import math
import re
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

_NUMBERS = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "e": "e", "f": "f",
            "g": "d"}
_TICKS = {"s": 1, "m": 10**3, "u": 10**6, "n": 10**9}
_EPOCH = datetime.datetime(1970, 1, 1)
MOST_CATEGORIES = 65535
interrupted = []  # by Ctrl+C, while a stream of ArrowStream read
_NUMBER_OR_TIME = re.compile(r"[0-9eETZ.,:+\-/ ]*")  # what a survey may find in a text of a CSV
_MOST_CELLS = 1 << 17  # read at a time: each is an object of Python
CAPSULE = b"arrow_array_stream"
# Functions of their own: what is set at those of ctypes.pythonapi is set for the whole process.
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))


def _bytes(array, which, first, count):
    """Bytes of a buffer; none where there is no buffer."""
    if not 0 <= which < array.n_buffers or first < 0 or count < 0:
        raise _loader.DataError("Its buffers are damaged.")
    address = array.buffers[which]
    return memoryview((ctypes.c_ubyte * count).from_address(address + first)).cast("B") if address and count else b""


def _data(array, which, first, count):
    """The same of a buffer that has to be there."""
    held = _bytes(array, which, first, count)
    if len(held) != count:
        raise _loader.DataError("A buffer with its values is missing.")
    return held


def _bits(array, which, first, count):
    held = _bytes(array, which, first // 8, (first % 8 + count + 7) // 8)
    return [bool(held[(first % 8 + i) // 8] >> (first % 8 + i) % 8 & 1) for i in range(count)] if held else None


def _plain(array, code, first, count):
    size = struct.calcsize("=" + code)
    return list(struct.unpack(f"={count}{code}", _data(array, 1, first * size, count * size)))


def _texts(array, code, first, count):
    """Where each of utf8 begins and ends, in 32 bits or 64, and what reads one."""
    ends = _plain(array, code, first, count + 1) if count else [0]
    start = ends[0]
    if start < 0 or any(end < begin for begin, end in zip(ends, ends[1:])):
        raise _loader.DataError("The offsets of its texts do not ascend.")
    held = bytes(_data(array, 2, start, ends[-1] - start))
    return list(zip(ends, ends[1:])), lambda span: held[span[0] - start:span[1] - start].decode()


def _views(array, first, count):
    """16 bytes each of utf8 views, and what reads one: the text if it is short, else where it is."""
    buffers = array.n_buffers - 3  # after the bitmap and the views, and before the lengths of the buffers of texts
    lengths = struct.unpack(f"={buffers}q", _data(array, array.n_buffers - 1, 0, 8 * buffers)) if buffers > 0 else ()

    def read(view):
        length, rest = view
        if 0 <= length <= 12:
            return rest[:length].decode()
        _, buffer, begin = struct.unpack("=4sii", rest)
        if length < 0 or not 0 <= buffer < buffers or begin < 0 or begin + length > lengths[buffer]:
            raise _loader.DataError("A text of it is outside its buffers.")
        return bytes(_data(array, 2 + buffer, begin, length)).decode()

    return list(struct.iter_unpack("=i12s", _data(array, 1, first * 16, count * 16))), read


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
    held = bytes(_data(array, 1, first * size, count * size))
    return ([held[at:at + size] for at in range(0, len(held), size)],
            lambda digits: _decimal(int.from_bytes(digits, "little", signed=True), int(scale)))


def _is_cell(form):
    return (form in _NUMBERS or form in ("u", "U", "vu", "n", "b", "tdD", "tdm") or
            bool(re.fullmatch(r"d:\d+,-?\d+(,(32|64|128|256))?|ts[smun]:.*", form)))


def _stored(form, array, first, count):
    """Values as they are stored, anything in the place of missing ones, and what makes a cell of one that is there."""
    if form in _NUMBERS:
        return _plain(array, _NUMBERS[form], first, count), None
    if form in ("u", "U"):
        return _texts(array, "i" if form == "u" else "q", first, count)
    if form == "vu":
        return _views(array, first, count)
    if form == "n":
        return [None] * count, None
    if form == "b":
        _data(array, 1, first // 8, (first % 8 + count + 7) // 8)
        return _bits(array, 1, first, count) or [], ("false", "true").__getitem__
    if form.startswith("d:"):
        return _decimals(array, form, first, count)
    if form == "tdD":
        return _plain(array, "i", first, count), lambda days: _time(days * 86400, "s")[:10]
    return _plain(array, "q", first, count), lambda ticks: _time(ticks, form[2])


class _Cells:
    """A column of a batch. Only what is there is read: anything may be in the place of what is missing."""

    def __init__(self, schema, array):
        self._form, self._array, self._words = schema.format.decode(), array, None
        if array.offset < 0 or array.length < 0 or (array.n_buffers > 0 and not array.buffers):
            raise _loader.DataError("Its array is damaged.")
        if schema.dictionary:
            if self._form not in tuple("cCsSiIlL") or not array.dictionary:
                raise _loader.DataError("Its dictionary is damaged.")
            words = array.dictionary[0]
            self._words = _Cells(schema.dictionary[0], words).read(0, words.length)

    def _word(self, code):
        if not 0 <= code < len(self._words):
            raise _loader.DataError(f"Its dictionary of {len(self._words)} words has none of number {code}.")
        return self._words[code]

    def read(self, first, count):
        """Cells of some rows, None where they are missing."""
        array = self._array
        if first + count > array.length:
            raise _loader.DataError(f"It has {array.length} values in {first + count} rows.")
        first += array.offset
        values, made = _stored(self._form, array, first, count)
        if len(values) != count:
            raise _loader.DataError(f"It has {len(values)} values in {count} rows.")
        made = made if self._words is None else self._word
        # All types but null have a bitmap of what is there.
        there = _bits(array, 0, first, count) if self._form != "n" and array.null_count != 0 else None
        if there:
            made = made or (lambda value: value)
            values = [made(value) if is_there else None for value, is_there in zip(values, there)]
        elif made:
            values = list(map(made, values))
        if self._form in ("e", "f", "g"):
            return [None if value is None or math.isnan(value) else value for value in values]
        return values


class _Reading:
    """A stream that is read once. Whatever it hands over is given back."""

    def __init__(self, table):
        self._capsule = table.__arrow_c_stream__()
        try:
            self._stream = Stream.from_address(_pointer_of(self._capsule, CAPSULE))
        except ValueError:
            raise _loader.Error("__arrow_c_stream__ gave no capsule of an Arrow stream.") from None
        if not self._stream.release:
            raise _loader.Error("The stream of the table was read before: pass the table again.")
        self.schema = Schema()

    def __enter__(self):
        self._take(self._stream.get_schema, self.schema)
        return self

    def __exit__(self, *_):
        for held in (self.schema, self._stream):
            if held.release:
                held.release(ctypes.byref(held))

    def _take(self, function, into):
        interrupted.clear()  # what another reader of such a stream left
        if function(ctypes.byref(self._stream), ctypes.byref(into)) != 0:
            if interrupted:  # a stream of masu's own cannot raise it through the interface
                interrupted.clear()
                raise KeyboardInterrupt
            said = self._stream.get_last_error(ctypes.byref(self._stream)) or b"without a reason"
            raise _loader.DataError(f"The table could not be read: {said.decode(errors='replace').rstrip('.')}.")

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


class _Column:
    """A column of the table, as it is written. Raises masu.Error for a type that is not a cell."""

    def __init__(self, schema):
        self._schema = schema
        self.name = (schema.name or b"").decode()
        form = (schema.dictionary[0] if schema.dictionary else schema).format.decode()
        if not _is_cell(form):
            raise _loader.Error(f"Column {self.name} has Arrow's type {form}, which Masu does not import: leave "
                                "it out, or make texts or numbers of it.")
        self._words = set() if form in ("u", "U", "vu") else None

    def cells_of(self, array):
        """What reads the cells of a batch; its dictionary is read once."""
        return self._explained(lambda: _Cells(self._schema, array))

    def spelled(self, cells, first, count, missing):
        """Cells of some rows as fields of a CSV. Texts are quoted: their blanks and line breaks stay."""
        values = self._explained(lambda: cells.read(first, count))
        if self._words is None:
            return [missing if value is None else str(value) for value in values]
        if len(self._words) <= MOST_CATEGORIES:
            self._words.update(value for value in values if value)
        return [missing if value is None else '"' + value.replace('"', '""') + '"' for value in values]

    def type(self):
        """What its texts are imported as; None where it has none, or where nothing else than text could be found."""
        if self._words is None:
            return None
        if len(self._words) <= MOST_CATEGORIES:
            return "category"
        return "text" if all(map(_NUMBER_OR_TIME.fullmatch, self._words)) else None

    def _explained(self, read):
        try:
            return read()
        except OverflowError:
            raise _loader.Error(f"Column {self.name} has a time before year 1 or after year 9999.") from None
        except UnicodeDecodeError:
            raise _loader.DataError(f"Column {self.name} has a text that is not UTF-8.") from None
        except _loader.DataError as error:
            raise _loader.DataError(f"Column {self.name} cannot be read. {error}") from None


def _are_there(holder):
    """Whether none of the children is a null pointer."""
    return holder.n_children == 0 or (bool(holder.children) and all(map(bool, holder.children[:holder.n_children])))


def _columns(schema):
    if schema.format != b"+s":
        raise _loader.Error("Only tables can be imported: this stream has single arrays.")
    if schema.n_children < 0 or not _are_there(schema):
        raise _loader.DataError("The table could not be read: its schema is damaged.")
    return [_Column(schema.children[i][0]) for i in range(schema.n_children)]


def _records(columns, batch):
    """The lines of a batch, with few cells in memory at a time."""
    if (batch.n_children != len(columns) or not _are_there(batch) or batch.offset < 0 or batch.length < 0 or
            (batch.null_count != 0 and batch.n_buffers > 0 and not batch.buffers)):
        raise _loader.DataError("The table could not be read: a batch is damaged.")
    rows = max(1, _MOST_CELLS // max(1, len(columns)))
    missing = '""' if len(columns) == 1 else ""  # an empty line is no record
    cells = [column.cells_of(batch.children[i][0]) for i, column in enumerate(columns)]
    for first in range(0, batch.length, rows):
        count = min(rows, batch.length - first)
        begin = batch.offset + first
        if batch.null_count != 0 and not all(_bits(batch, 0, begin, count) or ()):
            raise _loader.Error("The table has rows that are missing as a whole: leave them out.")
        fields = [column.spelled(held, begin, count, missing) for column, held in zip(columns, cells)]
        yield from (",".join(record) + "\n" for record in zip(*fields))


def write_csv(table, path):
    """Writes a table as CSV in UTF-8, missing cells empty. Returns the types of its columns of texts."""
    with _Reading(table) as reading, open(path, "w", encoding="utf-8", newline="") as file:
        columns = _columns(reading.schema)
        file.write(",".join('"' + column.name.replace('"', '""') + '"' for column in columns) + "\n")
        for batch in reading.batches():
            file.writelines(_records(columns, batch))
    return {column.name: column.type() for column in columns if column.type()}
