# SPDX-License-Identifier: GPL-3.0-or-later
"""A dataset as record batches through Arrow's C stream interface, without Arrow itself."""

import ctypes
import functools
import itertools
import math

from . import _loader
from ._arrow import CAPSULE, ArrowArray, Schema, Stream, interrupted

_MOST_ROWS = 65536
_MOST_BYTES = 64 << 20
_IO_ERROR = 5
KEPT = "kept/"

_numbers = itertools.count(1)
_held = {}  # what consumers have and have not given back, by private_data
_capsules = {}  # streams by address, while their capsule is there

_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi))
# Of an object that is being deleted: no reference to it may be taken.
_pointer_of_dying = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi))


def kept_name(key, taken):
    """A kept column's own name, with "kept/" before it where another one has it."""
    name = key[len(KEPT):]
    while name in taken:
        name = KEPT + name
    return name


def _releasing(kind):
    """The function that consumers call to give a structure back, with what it has and was not moved elsewhere."""
    function = ctypes.CFUNCTYPE(None, ctypes.POINTER(kind))

    @function
    def release(pointer):
        structure = pointer[0]
        if kind is not Stream:
            parts = [structure.children[i] for i in range(structure.n_children)]
            for part in parts + ([structure.dictionary] if structure.dictionary else []):
                if part[0].release:
                    part[0].release(part)
        _held.pop(structure.private_data, None)
        structure.release = function()

    return release


_release_schema, _release_array, _release_stream = map(_releasing, (Schema, ArrowArray, Stream))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _capsule_deleted(capsule):
    stream = _capsules.pop(_pointer_of_dying(capsule, CAPSULE), None)
    if stream is not None and stream.release:
        stream.release(ctypes.byref(stream))


def _blank(structure):
    """Nothing in any field: what a consumer hands over may hold anything."""
    ctypes.memset(ctypes.byref(structure), 0, ctypes.sizeof(structure))


def _hold(structure, release, parts, dictionary, *more):
    """Keeps what a structure points to until it is given back."""
    kind = type(structure)
    pointers = (ctypes.POINTER(kind) * len(parts))(*map(ctypes.pointer, parts))
    structure.n_children, structure.children = len(parts), pointers
    if dictionary is not None:
        structure.dictionary = ctypes.pointer(dictionary)
    structure.private_data = next(_numbers)
    structure.release = release
    _held[structure.private_data] = (pointers, parts, dictionary, more)


def _fill_schema(schema, form, name="", parts=(), dictionary=None, nullable=True):
    _blank(schema)
    texts = form.encode(), name.encode()
    schema.format, schema.name = texts
    schema.flags = 2 if nullable else 0
    _hold(schema, _release_schema, parts, dictionary, texts)
    return schema


def _fill_array(array, length, buffers, parts=(), dictionary=None, missing=0):
    """Buffers are arrays of numpy without gaps, or None."""
    _blank(array)
    addresses = (ctypes.c_void_p * max(1, len(buffers)))(*(one if one is None else one.ctypes.data for one in buffers))
    array.length, array.null_count, array.offset = length, missing, 0
    array.n_buffers, array.buffers = len(buffers), addresses
    _hold(array, _release_array, parts, dictionary, addresses, buffers)
    return array


def _all_made(makers):
    """What each of them makes. Where one cannot, what the others made is given back."""
    made = []
    try:
        for make in makers:
            made.append(make())
    except BaseException:
        for one in made:
            one.release(ctypes.byref(one))
        raise
    return made


class _Numbers:
    """A column of numbers; NaN is missing, and of whole numbers of 64 bits the lowest."""

    def __init__(self, numpy, name, pick, dtype):
        self.numpy, self.name, self.pick, self.dtype = numpy, name, pick, numpy.dtype(dtype)

    def schema(self):
        return _fill_schema(Schema(), {"float32": "f", "float64": "g", "int64": "l"}[self.dtype.name], self.name)

    def array(self, block, rows):
        values = self.numpy.ascontiguousarray(self.pick(block)[rows])
        is_whole = self.dtype.kind == "i"
        lacks = values == self.numpy.iinfo(self.dtype).min if is_whole else self.numpy.isnan(values)
        return _array_of(self.numpy, values, lacks)


class _Times(_Numbers):
    """Moments, stored as seconds after an origin: timestamps of UTC in microseconds. What is infinite is missing."""

    def __init__(self, numpy, name, pick, origin):
        super().__init__(numpy, name, pick, "int64")
        self.origin = origin

    def schema(self):
        return _fill_schema(Schema(), "tsu:UTC", self.name)

    def array(self, block, rows):
        numpy, whole = self.numpy, math.floor(self.origin)
        seconds = numpy.asarray(self.pick(block)[rows], "float64") + (self.origin - whole)
        lacks = ~numpy.isfinite(seconds)
        after = numpy.rint(numpy.where(lacks, 0, seconds) * 1e6).astype("int64")
        return _array_of(numpy, after + whole * 10**6, lacks)


class _Rows(_Numbers):
    """Samples of any shape, each as a list of its values."""

    def __init__(self, numpy, name, pick, dtype, size):
        super().__init__(numpy, name, pick, dtype)
        self.size = size

    def schema(self):
        values = _Numbers(self.numpy, "item", self.pick, self.dtype).schema()
        return _fill_schema(Schema(), f"+w:{self.size}", self.name, [values], nullable=False)

    def array(self, block, rows):
        values = self.numpy.ascontiguousarray(self.pick(block)[rows]).reshape(-1)
        return _fill_array(ArrowArray(), len(rows), [None], [_array_of(self.numpy, values, self.numpy.isnan(values))])


class _Words(_Numbers):
    """Codes, from `first` on, as a dictionary; those before are missing."""

    def __init__(self, numpy, name, pick, words, first):
        super().__init__(numpy, name, pick, "int32")
        self.words, self.first = words, first

    def schema(self):
        return _fill_schema(Schema(), "i", self.name, dictionary=_fill_schema(Schema(), "U"))

    def array(self, block, rows):
        codes = self.numpy.asarray(self.pick(block)[rows]) - self.first
        values = self.numpy.ascontiguousarray(self.numpy.maximum(codes, 0), dtype="int32")
        return _array_of(self.numpy, values, codes < 0, _text_array(self.numpy, self.words))


class _Texts(_Numbers):
    def __init__(self, numpy, name, pick):
        super().__init__(numpy, name, pick, "int64")

    def schema(self):
        return _fill_schema(Schema(), "U", self.name)

    def array(self, block, rows):
        texts = self.pick(block)
        return _text_array(self.numpy, [texts[row] for row in rows])


def _array_of(numpy, values, lacks, dictionary=None):
    missing = int(lacks.sum())
    there = numpy.packbits(~lacks, bitorder="little") if missing else None
    return _fill_array(ArrowArray(), len(values), [there, values], dictionary=dictionary, missing=missing)


def _text_array(numpy, texts):
    """Empty texts are missing, as a dataset has no others."""
    encoded = [text.encode() for text in texts]
    missing = encoded.count(b"")
    there = numpy.packbits([bool(one) for one in encoded], bitorder="little") if missing else None
    ends = numpy.zeros(len(encoded) + 1, "int64")
    numpy.cumsum([len(one) for one in encoded], out=ends[1:])
    held = numpy.frombuffer(b"".join(encoded) or b"\0", "uint8")
    return _fill_array(ArrowArray(), len(encoded), [there, ends, held], missing=missing)


def _element(name, index):
    return (lambda block: block[name]) if index is None else (lambda block: block[name][:, index])


def _columns(numpy, dataset):
    """The columns of a dataset, each of which makes its own arrays."""
    by_role = {}
    for column in dataset.columns:
        by_role.setdefault(column.role, []).append(column)
    columns = []

    def add_one(name, pick, dtype, origin):
        columns.append(_Numbers(numpy, name, pick, dtype) if origin is None else _Times(numpy, name, pick, origin))

    def add_numbers(key, values, names, origins=itertools.repeat(None)):
        single = values.ndim == 1
        for i, (name, origin) in enumerate(zip(names, origins)):
            add_one(name, _element(key, None if single else i), values.dtype, origin)

    kept_origins = {column.name: column.origin for column in by_role.get("kept", ())}
    for key, values in dataset._objects(0, 0).items():
        if key.startswith(KEPT):  # after all others
            name, pick = kept_name(key, {column.name for column in columns}), _element(key, None)
            if isinstance(values, list):
                columns.append(_Texts(numpy, name, pick))
            else:
                add_one(name, pick, values.dtype, kept_origins.get(key[len(KEPT):]))
            continue
        described = by_role.get({"features": "feature", "labels": "label"}.get(key), ())
        named, origins = [column.name for column in described], [column.origin for column in described]
        if key == "features":
            size = int(numpy.prod(dataset.shape))
            if len(dataset.shape) == 1 and len(named) == size:
                add_numbers(key, values, named, origins)
            else:
                columns.append(_Rows(numpy, key, _element(key, None), values.dtype, size))
        elif key == "categories":
            for i, column in enumerate(by_role["category"]):
                columns.append(_Words(numpy, column.name, _element(key, i), column.categories, 1))
        elif key == "labels" and dataset.classes:
            name = named[0] if len(named) == 1 else "label"
            columns.append(_Words(numpy, name, _element(key, None), dataset.classes, 0))
        elif key == "labels":
            wide = 1 if values.ndim == 1 else values.shape[1]
            if len(named) == wide:
                add_numbers(key, values, named, origins)
            else:
                add_numbers(key, values, [f"label_{i}" for i in range(wide)])
        elif key == "weights":
            add_numbers(key, values, [column.name for column in by_role.get("weight", ())][:1] or ["weight"])
        else:
            add_numbers(key, values, [key])
    return columns


def _sentence(error):
    """What a consumer can show of an error, as UTF-8 that has room in its buffer."""
    interrupted = isinstance(error, KeyboardInterrupt)
    said = "Reading the dataset was interrupted." if interrupted else str(error) or type(error).__name__
    return said.encode(errors="replace")[:1000].decode(errors="ignore").encode()


class ArrowStream:
    """Record batches of a dataset for whatever reads __arrow_c_stream__: Polars, DuckDB, pandas, pyarrow.

    It may be read more than once, and holds one batch in memory at a time.
    """

    def __init__(self, dataset, split, manifest):
        try:
            import numpy
        except ImportError:
            raise _loader.Error("to_arrow() needs numpy, which is not installed: install python3-numpy.") from None
        self._numpy = numpy
        self._dataset = dataset
        self._columns = _columns(numpy, dataset)
        self._samples = None if split is None else numpy.asarray(dataset._samples_of(split, manifest))

    def _blocks(self):
        """Where to read, and which of these samples are taken."""
        numpy = self._numpy
        size = 8 * (int(numpy.prod(self._dataset.shape)) + len(self._columns))
        step = max(1, min(_MOST_ROWS, _MOST_BYTES // size))
        for first in range(0, len(self._dataset), step):
            end = min(first + step, len(self._dataset))
            if self._samples is None:
                yield first, end, numpy.arange(end - first)
                continue
            begin, after = numpy.searchsorted(self._samples, (first, end))
            if after > begin:
                taken = self._samples[begin:after]
                yield int(taken[0]), int(taken[-1]) + 1, taken - taken[0]

    def _batches(self):
        for first, end, rows in self._blocks():
            block = self._dataset._objects(first, end)
            yield _all_made(functools.partial(column.array, block, rows) for column in self._columns), len(rows)

    def __arrow_c_stream__(self, requested_schema=None):
        """A capsule with a new stream, as Arrow's PyCapsule interface says. No other schema is made of it."""
        batches = self._batches()
        failure = ctypes.create_string_buffer(1024)

        def attempt(work):
            if not failure.value:  # after an error nothing follows, least of all an end
                try:
                    work()
                    return 0
                except BaseException as error:  # whatever leaves a callback leaves its result undefined
                    if isinstance(error, KeyboardInterrupt):
                        interrupted.append(error)
                    failure.value = _sentence(error)
            return _IO_ERROR

        def get_schema(_, into):
            def work():
                _fill_schema(into[0], "+s", "", _all_made(column.schema for column in self._columns), nullable=False)
            return attempt(work)

        def get_next(_, into):
            def work():
                arrays, count = next(batches, (None, 0))
                if arrays is None:
                    _blank(into[0])
                else:
                    _fill_array(into[0], count, [None], arrays)
            return attempt(work)

        kinds = dict(Stream._fields_)
        last_error = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(lambda _: ctypes.addressof(failure))
        functions = (kinds["get_schema"](get_schema), kinds["get_next"](get_next),
                     ctypes.cast(last_error, kinds["get_last_error"]), _release_stream)
        number = next(_numbers)
        stream = Stream(*functions, number)
        _held[number] = (functions, last_error, failure, self)
        _capsules[ctypes.addressof(stream)] = stream
        return _new_capsule(ctypes.addressof(stream), CAPSULE, ctypes.cast(_capsule_deleted, ctypes.c_void_p))
