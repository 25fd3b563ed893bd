#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What models of scikit-learn come to on the tables of train_accuracy.py, as a line of JSON.

usage: sklearn_models.py write NAME FOLDER        a dataset that scikit-learn brings, as NAME_TRAIN.csv and NAME_TEST.csv
       sklearn_models.py score TRAIN TEST LABEL   the last column, or the one of that name, is the label

Gradient boosting as it is by default (HistGradientBoosting, seed 0; categories as such), and the nearest neighbour by
Euclidean distance of the values as they are, where all of them are numbers: accuracy of classes, R² of values.
"""

import json
import os
import sys

import numpy
import pandas
from sklearn import datasets
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.model_selection import train_test_split
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.preprocessing import OrdinalEncoder

MOST_CATEGORIES = 255  # that the boosting takes


def write(name, folder):
    values, target = getattr(datasets, f"load_{name}")(return_X_y=True)
    table = pandas.DataFrame(values, columns=[f"x{i}" for i in range(values.shape[1])])
    table["label"] = target if name == "diabetes" else [f"class {one}" for one in target]
    for part, rows in zip(("TRAIN", "TEST"), train_test_split(table, test_size=0.25, random_state=0)):
        rows.to_csv(os.path.join(folder, f"{name}_{part}.csv"), index=False)


def read(file, label):
    named = label != "last"
    table = pandas.read_csv(file, header=0 if named else None, skipinitialspace=True, na_values=["?"])
    column = label if named else table.columns[-1]
    target = table.pop(column)
    return table, target.str.rstrip(".") if target.dtype == object else target


def score(train_file, test_file, label):
    (train, train_target), (test, test_target) = read(train_file, label), read(test_file, label)
    words = [column for column in train if train[column].dtype == object]
    found = {}
    if not words:
        neighbours = (KNeighborsClassifier if train_target.dtype == object or is_classes(train_target)
                      else KNeighborsRegressor)(1)
        found["nearest"] = neighbours.fit(train, train_target).score(test, test_target)
    else:
        encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=numpy.nan)
        train[words] = encoder.fit_transform(train[words])
        test[words] = encoder.transform(test[words])
    few = [column in words and train[column].nunique() <= MOST_CATEGORIES for column in train]
    boosting = HistGradientBoostingClassifier if train_target.dtype == object or is_classes(train_target) \
        else HistGradientBoostingRegressor
    model = boosting(random_state=0, categorical_features=few if any(few) else None)
    found["boosting"] = model.fit(train, train_target).score(test, test_target)
    print(json.dumps(found))


def is_classes(target):
    """Whole numbers, of which each is there several times."""
    return numpy.issubdtype(target.dtype, numpy.integer) and target.value_counts().min() > 1


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(*sys.argv[2:])
    else:
        score(*sys.argv[2:])
