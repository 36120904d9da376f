"""Lines that honest learners leave in a function while they look at it: each stands before the return of the textbook.

Every one is linear in what it is given, or does not depend on it, so the function stays O(n²).
"""

LINES = {
    "print_shape": "print(A.shape)",
    "print_all": "print(A)",
    "print_sum": "print('sum', A.sum(axis=1))",
    "print_fstring": "print(f'{A.shape=} {Q.dtype}')",
    "print_rows": "for row in A[:3]: print(row)",
    "repr": "repr(A)",
    "str": "text = str(A)",
    "assert_shape": "assert A.shape == (len(X), len(X))",
    "assert_sums": "assert np.allclose(A.sum(axis=1), 1)",
    "assert_finite": "assert np.isfinite(A).all()",
    "assert_positive": "assert (A >= 0).all(), 'negative weights'",
    "assert_array": "assert isinstance(A, np.ndarray)",
    "testing_allclose": "np.testing.assert_allclose(A.sum(1), 1)",
    "testing_allclose_whole": "np.testing.assert_allclose(A, A.copy())",
    "testing_less": "np.testing.assert_array_less(-1e-9, A)",
    "testing_equal": "np.testing.assert_equal(A.shape, (len(X), len(X)))",
    "testing_array_equal": "np.testing.assert_array_equal(A, A)",
    "testing_almost": "np.testing.assert_almost_equal(A.sum(), len(X))",
    "pprint": "import pprint; pprint.pprint(A)",
    "pformat": "import pprint; pprint.pformat(A.tolist())",
    "pprint_small": "from pprint import pprint; pprint(A[0])",
    "logging_debug": "import logging; logging.debug('%s', A)",
    "logging_warning": "import logging; logging.warning(f'{A}')",
    "logging_logger": "import logging; logging.getLogger(__name__).info('shape %s', A.shape)",
    "warnings": "import warnings; warnings.warn(f'shape {A.shape}')",
    "json_rows": "import json; json.dumps(A.tolist())",
    "json_shape": "import json; json.dumps({'shape': A.shape})",
    "json_back": "import json; json.loads(json.dumps(A.tolist()))",
    "pickle": "import pickle; pickle.loads(pickle.dumps(A))",
    "pickle_dumps": "import pickle; len(pickle.dumps(A))",
    "csv": "import csv, io; csv.writer(io.StringIO()).writerows(A.tolist())",
    "csv_row": "import csv, io; csv.writer(io.StringIO()).writerow(A[0])",
    "stringio": "import io; io.StringIO().write(str(A))",
    "getsizeof": "import sys; sys.getsizeof(A)",
    "getrefcount": "import sys; sys.getrefcount(A)",
    "stdout": "import sys; sys.stdout.write(str(A))",
    "stderr": "import sys; print(A.shape, file=sys.stderr)",
    "gc": "import gc; gc.collect()",
    "nbytes": "size = A.nbytes / 1024",
    "time": "import time; started = time.perf_counter()",
    "time_print": "import time; print(time.time())",
    "datetime": "import datetime; print(datetime.datetime.now())",
    "textwrap_fill": "import textwrap; textwrap.fill(str(A))",
    "textwrap_shorten": "import textwrap; textwrap.shorten(str(A.shape), 20)",
    "textwrap_dedent": "import textwrap; textwrap.dedent(str(A))",
    "md5": "import hashlib; hashlib.md5(A.tobytes()).hexdigest()",
    "sha256": "import hashlib; hashlib.sha256(A.tobytes())",
    "crc": "import zlib; zlib.crc32(A.tobytes())",
    "base64": "import base64; base64.b64encode(A.tobytes())",
    "copy": "import copy; copy.deepcopy(A)",
    "list_copy": "rows = [list(row) for row in A]",
    "tolist": "rows = A.tolist()",
    "round": "rounded = A.round(3)",
    "array2string": "np.array2string(A, precision=2)",
    "printoptions": "np.set_printoptions(precision=3, suppress=True)",
    "argmax": "best = A.argmax(axis=1)",
    "counter": "from collections import Counter; Counter(A.argmax(axis=1).tolist())",
    "statistics": "import statistics; statistics.fmean(A[0].tolist())",
    "sorted_row": "sorted(A[0].tolist())",
    "histogram": "np.histogram(A, bins=4)",
    "traceback": "import traceback; traceback.format_stack(limit=1)",
    "random": "import random; random.random()",
}

SOURCE = '''"""The formula, with a line that was left behind."""

import math

import numpy as np


def softmax(S):
    E = np.exp(S - S.max(axis=-1, keepdims=True))
    return E / E.sum(axis=-1, keepdims=True)


def self_attention(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ K.T / math.sqrt(Q.shape[-1]))
    {line}
    return A @ V, A
'''
