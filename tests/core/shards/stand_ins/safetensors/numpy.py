# SPDX-License-Identifier: GPL-3.0-or-later
import json
import struct

import numpy as np

TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "U32": "<u4", "I16": "<i2", "U16": "<u2",
         "I8": "i1", "U8": "u1"}


def load_file(path):
    with open(path, "rb") as file:
        length, = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    header.pop("__metadata__", None)
    return {name: np.frombuffer(data[slice(*tensor["data_offsets"])], TYPES[tensor["dtype"]]).reshape(tensor["shape"])
            for name, tensor in header.items()}
