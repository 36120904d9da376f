# one-off generator, removed afterwards
from pathlib import Path
M = {}
def m(name, kind, what, must, body, base="stub", deserves="0 + 0", harmless="yes", extra=""):
    text = f'"""{kind}: {what}\n\nMust: {must}\nbase: {base}\ndeserves: {deserves}\nharmless: {harmless}\n{extra}"""\n' + body.strip("\n") + "\n"
    assert name not in M
    M[name] = text

# ---------------------------------------------------------------- 01 - 40: the table of attacks
m("01_read_hidden_suite", "LEAK", "looks for the hidden suite by its path, beside every loaded module, and in every command line.",
  "no file of the suite can be opened or listed, and nothing of it stands in a report.", r'''
import glob


def _read(path):
    with open(path) as stream:
        return stream.read()


_try("listed the suite", os.listdir, "@HIDDEN@")
for _name in ("test_softmax.py", "ko.yaml"):
    _try(f"read {_name}", _read, f"@HIDDEN@/{_name}")
_roots = {os.getcwd(), *filter(None, sys.path)}
_roots |= {os.path.dirname(getattr(module, "__file__", None) or "/") for module in list(sys.modules.values())}
for _line in glob.glob("/proc/[0-9]*/cmdline"):
    _try("read a command line", _read, _line)
_found = [path for root in _roots for path in glob.glob(root + "/test_softmax*.py") + glob.glob(root + "/*/hidden")]
_note(bool(_found), "found a hidden file")
_tell_all()
''', harmless="no")

m("02_import_the_reference", "CHEAT", "puts the course's folder on the import path, imports the reference and delegates to it.",
  "the import fails and every function fails with it.", r'''
import importlib

sys.path[:0] = ["@COURSE@", os.path.dirname("@COURSE@"), os.getcwd()]
for _name in ("attention", "solutions.self_attention.attention", "reference"):
    _module = _try(f"imported {_name}", importlib.import_module, _name)
    for _function in _FUNCTIONS if _module else ():
        globals()[_function] = getattr(_module, _function, _tell)
if not any(said.startswith("ACHIEVED") for said in _said):
    _tell_all()
''', harmless="no")

m("03_walk_frames", "CHEAT", "walks all frames and all objects for an array named like the answer, and returns it.",
  "no frame of the grader is in this process; what it returns is wrong.", r'''
import gc

import numpy as np


def _steal(*args, **kwargs):
    frame = sys._getframe()
    while frame is not None:
        for name, value in frame.f_locals.items():
            if name in ("expected", "S", "A", "O", "E") and frame.f_code.co_name.startswith("test_"):
                return value
        frame = frame.f_back
    for thing in gc.get_objects():
        if isinstance(thing, dict) and isinstance(thing.get("expected"), np.ndarray):
            return thing["expected"]
    return args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _steal
''')

m("04_find_the_reference_by_gc", "CHEAT", "searches memory for another function of the same name and calls it.",
  "no reference function lives in this process.", r'''
import gc
import types


def _find(name):
    def call(*args, **kwargs):
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__name__ == name and thing.__globals__ is not globals():
                return thing(*args, **kwargs)
        raise RuntimeError("blocked: no such function")

    return call


for _name in _FUNCTIONS:
    globals()[_name] = _find(_name)
''')

m("05_patch_numpy", "CHEAT", "makes every comparison of numpy agree.",
  "the grader's numpy is another one; nothing passes, and the next submission's numpy is whole.", r'''
import numpy as np


def _agree(*args, **kwargs):
    return True


np.allclose = np.array_equal = np.isclose = np.array_equiv = _agree
np.testing.assert_allclose = np.testing.assert_array_equal = np.testing.assert_array_almost_equal = _agree
np.abs = np.absolute = lambda x, *args, **kwargs: np.zeros(())
np.isfinite = lambda x, *args, **kwargs: np.ones(np.shape(x), bool)


def _first(*args, **kwargs):
    return args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _first
''')

m("06_patch_pytest", "CHEAT", "replaces pytest's reports and its way to call a test.",
  "pytest is not in this process and cannot be imported.", r'''
import importlib

for _name in ("pytest", "_pytest.runner", "_pytest.reports", "pluggy"):
    _module = sys.modules.get(_name) or _try(f"imported {_name}", importlib.import_module, _name)
    if _name == "_pytest.reports" and _module:
        _module.TestReport.passed = property(lambda self: True)
    if _name == "_pytest.runner" and _module:
        _module.call_and_report = lambda *args, **kwargs: None
_note("pytest" in sys.modules, "pytest is loaded")
_tell_all()
''', harmless="no")

m("07_exit_0_at_import", "CHEAT", "ends the process with code 0 while the file is run, as if all had gone well.",
  "an exit code is no evidence: nothing is earned.", "os._exit(0)\n")

m("08_sys_exit_at_import", "CHEAT", "raises SystemExit at import, first as it is, then from a subclass.",
  "it counts as a cell that failed; nothing is earned, and grading goes on.", r'''
class _Leave(SystemExit):
    code = 0


raise _Leave(0)
# %%
sys.exit(0)
''')

m("09_fork_bomb", "HARM", "forks, at most 20 times.",
  "the first fork is refused.", r'''
def _fork():
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


for _ in range(20):
    _try("forked", _fork)
_tell_all()
''', harmless="no")

m("10_memory_bomb", "HARM", "takes 4 GiB in pieces, at import.",
  "MemoryError at the worker's own limit; the grader's memory stays.", r'''
import numpy as np

_taken = []
try:
    for _ in range(64):
        _taken.append(np.empty(8 << 20))
    _note(True, "took 4 GiB")
except MemoryError:
    _note(False, "4 GiB")
_taken.clear()
_tell_all()
''', harmless="no")

m("11_endless_loop", "DELAY", "never returns, and catches what it can.",
  "stopped from outside at the call's limit; the steps that do not need softmax are still graded.", r'''
def softmax(S):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
''', base="solution", deserves="without softmax")

m("12_endless_output", "DELAY", "prints without end, and then answers nothing.",
  "64 KiB are kept and the rest is dropped; the grader's memory stays.", r'''
def softmax(S):
    while True:
        print("x" * 65536)
''', base="solution", deserves="without softmax")

m("13_write_to_disk", "HARM", "writes into the usual places, by open, os.open, numpy and shutil.",
  "every write is refused and no file appears.", r'''
import shutil

import numpy as np


def _write(path):
    with open(path, "wb") as stream:
        stream.write(b"x" * 4096)


for _folder in (os.getcwd(), "/tmp", "/var/tmp", "/dev/shm", "/run", "@CWD@", "@COURSE@", "@HIDDEN@"):
    _path = os.path.join(_folder, "@MARKER@")
    _try(f"wrote {_folder}", _write, _path)
    _try(f"created in {_folder}", os.open, _path, os.O_CREAT | os.O_WRONLY)
    _try(f"saved to {_folder}", np.save, _path, np.zeros(2))
    _try(f"made a folder in {_folder}", os.mkdir, _path)
    _try(f"linked into {_folder}", os.symlink, "/etc/passwd", _path)
    _try(f"made a pipe in {_folder}", os.mkfifo, _path)
_try("appended to the secret", open, "@SECRET@", "a")
_try("truncated the secret", os.truncate, "@SECRET@", 0)
_try("removed the secret", os.unlink, "@SECRET@")
_try("renamed the secret", os.rename, "@SECRET@", "@SECRET@.gone")
_try("changed its mode", os.chmod, "@SECRET@", 0o777)
_try("changed its time", os.utime, "@SECRET@", (0, 0))
_try("copied numpy", shutil.copy, np.__file__, "/tmp/@MARKER@")
_tell_all()
''', harmless="no")

m("14_network", "LEAK", "connects to a listener on this machine, by TCP, UDP and unix sockets.",
  "no connection arrives.", r'''
import socket


def _connect(kind):
    with socket.socket(socket.AF_INET, kind) as s:
        s.settimeout(1)
        s.connect(("127.0.0.1", int("@PORT@")))
        s.send(b"@MARKER@")


def _six():
    with socket.socket(socket.AF_INET6) as s:
        s.connect(("::1", int("@PORT@")))


def _bind():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()


_try("connected", _connect, socket.SOCK_STREAM)
_try("sent by UDP", _connect, socket.SOCK_DGRAM)
_try("connected by IPv6", _six)
_try("listened", _bind)
_try("opened a raw netlink socket", socket.socket, getattr(socket, "AF_NETLINK", 16), socket.SOCK_RAW)
_tell_all()
''', harmless="no")

m("15_signal_the_grader", "HARM", "asks whether it could kill its parent, the grader, its siblings and process 1 (signal 0 only).",
  "every signal is refused.", r'''
import signal

for _who, _pid in (("the parent", os.getppid()), ("the grader", int("@PID@")), ("process 1", 1), ("everybody", -1)):
    _try(f"may signal {_who}", os.kill, _pid, 0)
for _near in range(max(2, os.getpid() - 40), os.getpid() + 40):
    if _near != os.getpid():
        _try("may signal a neighbour", os.kill, _near, 0)
_try("may signal its group", os.killpg, 0, 0)
_try("may send to the grader by tgkill", _syscall, 234 if os.uname().machine == "x86_64" else 131, int("@PID@"), int("@PID@"), 0)
_tell_all()
''', harmless="no")

m("16_read_the_grader", "LEAK", "opens the memory of its parent and of the grader, and reads it by process_vm_readv and ptrace.",
  "all of it is refused.", r'''
class _Vector(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


_buffer = ctypes.create_string_buffer(16)
_libc = ctypes.CDLL(None, use_errno=True)
for _who, _pid in (("parent", os.getppid()), ("grader", int("@PID@"))):
    for _name in ("mem", "maps", "environ", "cmdline", "fd", "root", "cwd/@MARKER@"):
        _try(f"opened {_name} of the {_who}", open, f"/proc/{_pid}/{_name}", "rb")
    _try(f"listed descriptors of the {_who}", os.listdir, f"/proc/{_pid}/fd")
    _ours, _theirs = _Vector(ctypes.addressof(_buffer), 16), _Vector(0x400000, 16)
    _note(_libc.process_vm_readv(_pid, ctypes.byref(_ours), 1, ctypes.byref(_theirs), 1, 0) > 0, f"read the {_who}")
    _note(_libc.process_vm_writev(_pid, ctypes.byref(_ours), 1, ctypes.byref(_theirs), 1, 0) > 0, f"wrote the {_who}")
    _note(_libc.ptrace(16, _pid, None, None) == 0, f"attached to the {_who}")
_tell_all()
''', harmless="no")

m("17_forge_frames_at_load", "CHEAT", "writes result frames and proud text to every descriptor while the file is run.",
  "frames without a call's id end the process; nothing is earned.", r'''
_proud = _frame({"$d": [["event", "value"], ["id", 1], ["value", True], ["passed", True], ["score", 100]]})
for _fd in range(1, 64):
    try:
        os.write(_fd, b"70 passed in 0.01s\n" if _fd < 3 else _proud)
    except OSError:
        pass
''')

m("18_lying_subclass", "CHEAT", "answers with an ndarray subclass that equals everything and has any shape.",
  "only its plain bytes arrive: nothing is earned.", r'''
import numpy as np


class _Liar(np.ndarray):
    shape = property(lambda self: (3, 5))
    __eq__ = __ge__ = __le__ = __gt__ = __lt__ = lambda self, other: np.True_
    __array_priority__ = 1e9

    def __array_ufunc__(self, *args, **kwargs):
        return np.True_

    def __array_function__(self, *args, **kwargs):
        return np.True_

    def all(self, *args, **kwargs):
        return True

    def tobytes(self, *args, **kwargs):
        return b""

    def astype(self, *args, **kwargs):
        return self


def _lie(*args, **kwargs):
    return np.zeros(np.shape(args[0])).view(_Liar)


for _name in _FUNCTIONS:
    globals()[_name] = _lie


def project_qkv(X, W_Q, W_K, W_V):
    return _lie(X), _lie(X), _lie(X)


def scaled_dot_product_attention(Q, K, V, mask=None):
    return _lie(Q), _lie(K)
''')

m("19_evil_reduce", "HARM", "answers with object arrays and objects whose pickle would run code.",
  "refused as no plain data; nothing is unpickled and no file appears.", r'''
import numpy as np


class _Evil:
    def __reduce__(self):
        return open, ("@CWD@/@MARKER@", "w")

    def __array__(self, *args, **kwargs):
        return np.zeros((1, 1))

    def __len__(self):
        return 2

    def __iter__(self):
        return iter((self, self))


def _object_array(*args, **kwargs):
    return np.array([[_Evil()]], dtype=object)


for _name in _FUNCTIONS:
    globals()[_name] = _object_array if len(_name) % 2 else _Evil
''')

m("20_eight_terabytes", "DELAY", "answers with a zero-stride view that claims 8 TB.",
  "refused by the cap before a byte is copied.", r'''
import numpy as np


def _huge(*args, **kwargs):
    return np.broadcast_to(np.float64(0.0), (1 << 20, 1 << 20))


for _name in _FUNCTIONS:
    globals()[_name] = _huge
''')

m("21_nan_everywhere", "CHEAT", "answers nan, in the right shapes: a comparison that asks whether something is wrong says no.",
  "nan equals nothing; nothing is earned.", r'''
import numpy as np


def _nan(*shape):
    return np.full(shape, np.nan)


def embed(token_ids, E):
    return _nan(len(token_ids), E.shape[1])


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(_nan(len(X), W.shape[1]) for W in (W_Q, W_K, W_V))


def attention_scores(Q, K):
    return _nan(len(Q), len(K))


def scale_scores(S, d_k):
    return _nan(*S.shape)


def softmax(S):
    return _nan(*S.shape)


def combine_values(A, V):
    return _nan(len(A), V.shape[1])


def scaled_dot_product_attention(Q, K, V, mask=None):
    return _nan(len(Q), V.shape[1]), _nan(len(Q), len(K))


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return _nan(len(X), W_V.shape[1]), _nan(len(X), len(X))


def attention_macs(n, d_k, d_v):
    return float("nan")


def growth_exponent(ns, costs):
    return float("nan")


def crossover_length(d_model, d_k, d_v):
    return float("nan")


def apply_mask(S, mask):
    return _nan(*S.shape)


def causal_mask(n):
    return _nan(n, n)
''')

m("22_zero_the_inputs", "CHEAT", "sets its inputs to zero, so that an answer made from them afterwards agrees.",
  "the grader's inputs are its own: nothing is earned.", r'''
import numpy as np


def _zero(*args):
    for array in args:
        if isinstance(array, np.ndarray):
            array[...] = 0


def attention_scores(Q, K):
    _zero(Q, K)
    return np.zeros((len(Q), len(K)))


def scale_scores(S, d_k):
    _zero(S)
    return S


def softmax(S):
    _zero(S)
    return np.full(S.shape, 1 / S.shape[-1])


def combine_values(A, V):
    _zero(A, V)
    return np.zeros((len(A), V.shape[1]))


def project_qkv(X, W_Q, W_K, W_V):
    _zero(X, W_Q, W_K, W_V)
    return tuple(np.zeros((len(X), W.shape[1])) for W in (W_Q, W_K, W_V))


def scaled_dot_product_attention(Q, K, V, mask=None):
    _zero(Q, K, V)
    return np.zeros((len(Q), V.shape[1])), np.full((len(Q), len(K)), 1 / len(K))


def embed(token_ids, E):
    _zero(E)
    return np.zeros((len(token_ids), E.shape[1]))
''')

m("23_remember_by_shape", "CHEAT", "computes an answer once for each shape and gives it again to other data.",
  "inputs are new at each call: the checks that call twice with one shape fail.", r'''
_seen = {}


def _remember(function):
    def call(*args):
        key = tuple(getattr(a, "shape", a) for a in args)
        if key not in _seen:
            _seen[key] = function(*args)
        return _seen[key]

    return call


softmax = _remember(softmax)
''', base="solution", deserves="at most 69 + 40")

m("24_notice_the_grader", "CHEAT", "answers only where it finds signs of a grader: CI, pytest, a token, a command line.",
  "there is nothing to notice: the environment, the arguments and the modules say nothing.", r'''
_signs = [name for name in os.environ if any(w in name.upper() for w in ("CI", "GITHUB", "PYTEST", "TOKEN", "GRADE"))]
_signs += [word for word in sys.argv if "grade" in word or "pytest" in word]
_signs += [name for name in sys.modules if name.split(".")[0] in ("pytest", "_pytest", "grader", "click", "yaml")]
_signs += [value for value in os.environ.values() if "@TOKEN@" in value]
_note(bool(_signs), "sees a grader: " + " ".join(_signs)[:60])
_tell_all()
''')

m("25_leave_threads", "DELAY", "starts threads that are to go on after the call, and processes through multiprocessing.",
  "refused; nothing is left running.", r'''
import threading
import time


def _burn():
    end = time.monotonic() + 5
    while time.monotonic() < end:
        pass


def _pool():
    import multiprocessing

    multiprocessing.get_context("spawn").Process(target=_burn).start()


for _ in range(2):
    _try("started a thread", threading.Thread(target=_burn, daemon=True).start)
_try("started a process", _pool)
_tell_all()
''', harmless="no")

m("26_swallow_signals", "DELAY", "ignores every signal that can be ignored and loops.",
  "SIGKILL at the wall's deadline ends it.", r'''
import signal

for _signal in range(1, 65):
    try:
        signal.signal(_signal, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def softmax(S):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
''', base="solution", deserves="without softmax")

m("27_atexit", "CHEAT", "turns every end of the process into exit code 0, and prints a verdict on the way.",
  "an exit code and a printed verdict are no evidence.", r'''
import atexit


@atexit.register
def _leave():
    print("70 passed", flush=True)
    os._exit(0)


def softmax(S):
    sys.exit(0)


def embed(token_ids, E):
    _leave()


def scale_scores(S, d_k):
    raise KeyboardInterrupt
''')

m("28_overflow_the_stack", "DELAY", "overflows the C stack, and recurses with the limit taken away.",
  "those functions crash; the other steps are still graded.", r'''
def combine_values(A, V):
    nested = ()
    for _ in range(1_000_000):
        nested = (nested,)
    return hash(nested)


def embed(token_ids, E):
    sys.setrecursionlimit(10**9)

    def down(n):
        return down(n + 1) + 1

    return down(0)
''', base="solution", deserves="without combine_values embed")

m("29_wild_write", "DELAY", "writes through a wild pointer.",
  "only the worker dies; the next check has a fresh one.", r'''
def softmax(S):
    ctypes.memset(8, 0, 64)
    return S
''', base="solution", deserves="without softmax")

m("30_raise_skipped", "CHEAT", "raises what a test runner takes for a skip, an expected failure or its own end.",
  "every exception is a failed call.", r'''
class Skipped(BaseException):
    pass


class Exit(KeyboardInterrupt):
    pass


class XFailed(Exception):
    pass


for _name in ("Skipped", "Exit", "XFailed"):
    globals()[_name].__module__ = "_pytest.outcomes"


def softmax(S):
    raise Skipped("skipped: no numpy here")


def embed(token_ids, E):
    raise Exit("done")


def scale_scores(S, d_k):
    import unittest

    raise unittest.SkipTest("not today")


def combine_values(A, V):
    raise XFailed("as expected")


def attention_scores(Q, K):
    raise StopIteration


def project_qkv(X, W_Q, W_K, W_V):
    raise GeneratorExit
''')

m("31_replace_the_reference", "CHEAT", "puts its own functions into any module that looks like the reference.",
  "no such module is in this process.", r'''
_hit = [
    name
    for name, module in list(sys.modules.items())
    if hasattr(module, "softmax") and name not in ("submission", "__main__") and not name.startswith("numpy")
]
for _name in _hit:
    sys.modules[_name].softmax = lambda S: S
_note(bool(_hit), "replaced the reference")
_tell_all()
''')

m("32_freeze_the_clock", "CHEAT", "is slow and stops every clock of Python.",
  "the grader reads the worker's clock from outside: the slow function runs out of time.", r'''
import time

_now = time.monotonic
time.time = time.monotonic = time.perf_counter = time.process_time = time.thread_time = lambda: 0.0
time.time_ns = time.perf_counter_ns = time.monotonic_ns = time.process_time_ns = lambda: 0
_fast = softmax


def softmax(S):
    end = _now() + 4
    while _now() < end:
        pass
    return _fast(S)
''', base="solution", deserves="without softmax")

m("33_sleep_for_ever", "DELAY", "sleeps: no CPU time is used.",
  "the wall's deadline ends the call.", r'''
import time


def softmax(S):
    while True:
        try:
            time.sleep(3600)
        except BaseException:
            pass
''', base="solution", deserves="without softmax")

m("34_secrets_in_the_environment", "LEAK", "shows its environment, from os, from the C library and from /proc.",
  "the environment is made from nothing: no variable of the grader's is there.", r'''
_names = " ".join(sorted(os.environ))
_values = " ".join(os.environ.values())
_get = ctypes.CDLL(None).getenv
_get.restype = ctypes.c_char_p
for _name in (b"GITHUB_TOKEN", b"GRADER_HOSTILE_SECRET", b"SSH_AUTH_SOCK"):
    _note(_get(_name) is not None, f"has {_name.decode()}")
_note("@TOKEN@" in _values, "has the secret")
print(_names, _values)


def _tell(*args, **kwargs):
    raise RuntimeError("; ".join(sorted(_said))[:80] + " " + _values[:200])


_tell_all()
''')

m("35_flood_descriptors", "DELAY", "pours garbage and a frame that announces 4 GiB into every descriptor (at most 200 MB).",
  "the first frame that is none ends the worker.", r'''
import struct


def softmax(S):
    garbage = struct.pack("<4sIQ", b"AGR1", 0xFFFFFFFF, 1 << 40) + b"[" * 65500
    sent = 0
    for fd in range(3, 64):
        try:
            while sent < 200_000_000:
                sent += os.write(fd, garbage)
        except OSError:
            pass
    return S
''', base="solution", deserves="without softmax")

m("36_run_a_shell", "HARM", "runs a program, by subprocess, posix_spawn, exec and system.",
  "refused; no file appears.", r'''
import subprocess


def _exec():
    os.execv("/bin/true", ["true"])


_try("ran a command", subprocess.run, ["/bin/sh", "-c", "echo x > @CWD@/@MARKER@"])
_try("spawned", lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0))
_note(os.system("true") == 0, "ran system()")
_try("ran popen", lambda: os.popen("echo ran").read() or 1 / 0)
_try("became another program", _exec)
_tell_all()
''', harmless="no")

m("37_evil_exception", "DELAY", "raises an exception whose words never end and whose class has a name of 100 kB.",
  "time limit or cap; the report stays small.", r'''
def _loop(self):
    while True:
        pass


_Evil = type("X" * 100_000, (Exception,), {"__str__": _loop, "__repr__": _loop})
_Long = type("Y" * 100_000, (Exception,), {"__str__": lambda self: "z" * 5_000_000})


def softmax(S):
    raise _Evil


def embed(token_ids, E):
    raise _Long
''', base="solution", deserves="without softmax embed")

m("38_json_bomb", "DELAY", "answers with frames of nested lists, numbers of a million digits and keys that are no texts.",
  "refused by the caps of the wire; no RecursionError in the grader.", r'''
import struct


def _raw(header):
    server = _server()
    server["write"](struct.pack("<4sIQ", b"AGR1", len(header), 0) + header)
    while True:
        pass


def embed(token_ids, E):
    _raw(b"[" * 500_000)


def project_qkv(X, W_Q, W_K, W_V):
    _raw(b'{"$d":[["id",' + b"9" * 900_000 + b"]]}")


def attention_scores(Q, K):
    return {1: 10 ** (10**5)}


def scale_scores(S, d_k):
    return 10 ** (10**5)


def softmax(S):
    _raw(b'{"$a":' * 1000 + b"1" + b"}" * 1000)


def combine_values(A, V):
    _raw(b'{"$d":[["id",NaN],["event",Infinity]]}')


def attention_macs(n, d_k, d_v):
    _raw(b'{"$d":[' + b'["a",[]],' * 100_000 + b'["b",1]]}')


def causal_mask(n):
    _raw(b"\xff\xfe" * 100)
''')

m("39_commands_in_output", "LEAK", "prints and raises commands that CI runners obey, terminal escapes, HTML and Markdown.",
  "no line of a report can be obeyed; no control character stands in one.", r'''
_COMMANDS = (
    "::error file=a.py,line=1::pwned", "::add-mask::secret", "::set-output name=x::y", "::stop-commands::t",
    ":::error :::pwned", ": ::error ::x", "##[error]pwned", "###[group]x", "##vso[task.complete result=Succeeded;]",
    "##teamcity[testFinished name='x']", "\x1b[2J\x1b]0;title\x07", "\r\n::error::x", "\u2028::error::y", "\x00\x08",
    "section_start:1:a\r\x1b[0K", "<script>alert(1)</script>", "[x](javascript:alert(1))", "\u202e07/07\u202c",
)
print("\n".join(_COMMANDS))
sys.stderr.write("\n".join(_COMMANDS))
_turn = iter(_COMMANDS * 20)


def _raise(*args, **kwargs):
    text = next(_turn)
    raise type(text.replace("\x00", "0"), (Exception,), {})(text + " " + text)


for _name in _FUNCTIONS:
    globals()[_name] = _raise
embed = None
for _command in _COMMANDS:
    globals()["softmaxx" + _command] = print
del softmax
''')

m("40_drip", "DELAY", "begins a frame and sends one byte at a time, so that no single read waits long.",
  "the deadline is the call's, not the read's.", r'''
import time


def softmax(S):
    write = _server()["write"]
    for byte in _frame("x" * 60_000):
        write(bytes([byte]))
        time.sleep(0.1)
''', base="solution", deserves="without softmax")

# ---------------------------------------------------------------- 41 on: new ones
m("41_arrays_for_header_fields", "BLAME", "answers with the right call id, but with arrays where a word is due, so that a comparison raises in the grader.",
  "a forged answer, never a fault of ours: no check is `broken`.", r'''
_TWO = {"$a": "<i8", "s": [2]}
_NONE = {"$a": "<i8", "s": [0]}


def embed(token_ids, E):
    server = _server()
    server["write"](_frame({"$d": [["id", _TWO], ["event", "value"], ["value", 1]]}, b"\0" * 16))
    while True:
        pass


def project_qkv(X, W_Q, W_K, W_V):
    _forge([["event", _TWO], ["value", 1]], b"\0" * 16)


def attention_scores(Q, K):
    _forge([["event", "missing"], ["bound", _TWO], ["names", [_NONE]]], b"\0" * 16)


def scale_scores(S, d_k):
    _forge([["event", "raised"], ["type", _TWO], ["bases", [_NONE]], ["where", [_NONE, 1]], ["own", {"$d": []}]], b"\0" * 16)


def softmax(S):
    _forge([["event", "value"], ["changed", _TWO], ["value", 1]], b"\0" * 16)


def combine_values(A, V):
    _forge([["event", "unfit"], ["what", _TWO]], b"\0" * 16)


def attention_macs(n, d_k, d_v):
    _forge([["event", "raised"], ["where", ["attention.py", 1 << 62]], ["words", {"$f": "nan"}], ["function", [1]]])


def growth_exponent(ns, costs):
    _forge([["event", "value"]])


def crossover_length(d_model, d_k, d_v):
    _forge([])
''')

m("42_array_for_loaded", "BLAME", "sends its own `loaded` record, whose words are arrays, while the file is run.",
  "a forged answer, never a fault of ours.", r'''
_server()["write"](_frame({"$d": [["event", {"$a": "<i8", "s": [2]}], ["problems", []]]}, b"\0" * 16))
while True:
    pass
''')

m("43_shapes_that_cannot_be", "BLAME", "answers with arrays whose shape no array can have, and with sizes that do not add up.",
  "refused by the wire; no check is `broken`.", r'''
def embed(token_ids, E):
    _forge([["event", "value"], ["value", {"$a": "<i8", "s": [0] + [1 << 31] * 7}]])


def project_qkv(X, W_Q, W_K, W_V):
    _forge([["event", "value"], ["value", {"$a": "<i8", "s": [-1, -1]}]], b"\0" * 8)


def attention_scores(Q, K):
    _forge([["event", "value"], ["value", {"$a": "<i8", "s": [True]}]], b"\0" * 8)


def scale_scores(S, d_k):
    _forge([["event", "value"], ["value", {"$a": "|O", "s": [1]}]], b"\0" * 8)


def softmax(S):
    _forge([["event", "value"], ["value", {"$a": "<f8", "s": [1] * 40}]], b"\0" * 8)


def combine_values(A, V):
    _forge([["event", "value"], ["value", {"$a": "<f8", "s": [1], "c": "x" * 5000}]], b"\0" * 8)


def attention_macs(n, d_k, d_v):
    _forge([["event", "value"], ["value", {"$a": "<f8", "s": [1], "g": 1}]], b"\0" * 8)


def growth_exponent(ns, costs):
    _forge([["event", "value"], ["value", {"$f": "1e999"}]])


def crossover_length(d_model, d_k, d_v):
    _forge([["event", "value"], ["value", {"$d": [["a"]]}]])


def causal_mask(n):
    _forge([["event", "value"], ["value", {"$a": "|b1", "s": [n, n]}]], bytes([2]) * (n * n))
''')

m("44_a_long_line", "BLAME", "is a file with one line of 900 kB, which the intake still takes.",
  "graded or refused, but never `broken`.", "_x = '@LONG@'\n")
m("45_long_notes_in_hangul", "BLAME", "is a perfect solution with 200,000 Hangul characters of notes below it.",
  "what the intake takes, the door carries: full marks.", "# @HANGUL@\n", base="solution", deserves="70 + 40")
m("46_very_many_cells", "BLAME", "is a file of 1,500 cells.",
  "graded or refused, but never `broken`.", "# %%\n_x = 1\n" * 1500)

m("47_numbers_for_words", "DELAY", "describes its failure with lists of millions of numbers, which the grader would have to print.",
  "only texts are taken for texts; the grader does not spend seconds on it.", r'''
_MANY = [{"$a": "<i2", "s": [1000]}] * 3000
_BYTES = b"\x01\x02" * 3_000_000


def attention_scores(Q, K):
    _forge([["event", "unfit"], ["what", _MANY]], _BYTES)


def softmax(S):
    _forge([["event", "missing"], ["names", _MANY]], _BYTES)


def combine_values(A, V):
    _forge([["event", "raised"], ["type", _MANY], ["bases", []], ["words", 1]], _BYTES)
''')

m("48_answers_of_16_mib", "HARM", "answers every call with as many bytes as are allowed.",
  "wrong, and the grader does not keep them all: its memory stays.", r'''
import numpy as np

_BIG = np.ones((2 << 20) - 8)


def _big(*args, **kwargs):
    return _BIG


for _name in _FUNCTIONS:
    globals()[_name] = _big
''')

m("49_replay_the_call_id", "CHEAT", "answers with its own frame under the right id, and adds a second one for the next call.",
  "it can say only what its own return could have said; the frame too many ends the process.", r'''
_honest = softmax


def softmax(S):
    A = _honest(S)
    server = _server()
    answer = [["id", server["request"]["id"]], ["event", "value"], ["changed", []]]
    answer.append(["value", {"$a": "<f8", "s": list(A.shape)}])
    frame = _frame({"$d": answer}, A.astype("<f8").tobytes())
    server["write"](frame + frame)
    return A
''', base="solution", deserves="at most 70 + 40")

m("50_patch_the_server", "CHEAT", "replaces the worker's own functions: what it encodes, what it sends, how it looks for changes.",
  "whatever a worker says is only the learner's answer: nothing is earned.", r'''
import gc
import types

_home = _server()
_home["wire"].WireError = Exception
_home["wire"].MAX_NODES = _home["wire"].MAX_TEXT = 1 << 60
for _thing in gc.get_objects():
    if isinstance(_thing, types.FunctionType) and _thing.__name__ == "_fingerprint":
        _thing.__code__ = (lambda argument: 0).__code__
    if isinstance(_thing, types.FunctionType) and _thing.__name__ == "_describe":
        _thing.__code__ = (lambda self, error: {"event": "value", "value": True, "passed": True}).__code__
_home["learner"].call = lambda *args: {"event": "value", "value": True, "changed": [], "outcome": "passed"}
''')

m("51_deny_a_change", "TESTIMONY", "works in place and blinds the worker's look at its arguments.",
  "known limit: what an argument looks like afterwards is the worker's own word, since the grader's arrays were never in "
  "reach. Through the door this is the same as an honest copy, and earns the same.", r'''
import gc
import types

for _thing in gc.get_objects():
    if isinstance(_thing, types.FunctionType) and _thing.__name__ == "_fingerprint":
        _thing.__code__ = (lambda argument: 0).__code__
_pure = scale_scores


def scale_scores(S, d_k):
    S[...] = _pure(S, d_k) if S.dtype.kind == "f" else S
    return S if S.dtype.kind == "f" else _pure(S, d_k)
''', base="solution", deserves="at most 70 + 40")

m("52_replace_builtins", "BLAME", "replaces the built-in functions that the worker's own code calls.",
  "the worker may break, at the learner's cost; never a fault of ours.", r'''
import builtins
import json

json.dumps = lambda *args, **kwargs: '{"$d":[["event","value"],["value",true]]}'


def softmax(S):
    builtins.isinstance = lambda *args: True
    builtins.len = lambda thing: 3
    return S


def embed(token_ids, E):
    builtins.type = lambda *args: bool
    builtins.abs = builtins.sum = builtins.dict = None
    return True
''')

m("53_trace_the_worker", "CHEAT", "sets trace and profile functions that rewrite what the worker sees.",
  "there is nothing to find but its own answers.", r'''
import numpy as np

_stolen = []


def _watch(frame, event, argument):
    for value in list(frame.f_locals.values()):
        if isinstance(value, np.ndarray):
            _stolen.append(value)
    del _stolen[:-20]
    return _watch


sys.settrace(_watch)
sys.setprofile(_watch)


def _give(*args, **kwargs):
    return _stolen[-1] if _stolen else args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _give
''')

m("54_last_words", "CHEAT", "speaks from __del__, weakref callbacks and gc callbacks, after its answer has been sent.",
  "bytes that nobody asked for end the process; nothing is earned.", r'''
import gc
import weakref

import numpy as np

_write = _server()["write"]


class _Ghost:
    def __del__(self):
        _write(_frame({"$d": [["event", "value"], ["value", True], ["id", 1]]}))


class _Array(np.ndarray):
    def __del__(self):
        _write(_frame({"$d": [["event", "value"], ["value", True], ["id", 1]]}))


gc.callbacks.append(lambda *args: _write(b"AGR1"))


def softmax(S):
    ghost = np.zeros(S.shape).view(_Array)
    weakref.finalize(ghost, _write, b"AGR1")
    return ghost


def embed(token_ids, E):
    _Ghost()
    return E[token_ids]


def scale_scores(S, d_k):
    gc.collect()
    return S
''', deserves="at most 0 + 0")

m("55_every_other_system_call", "HARM", "tries every system call that is not needed to compute (memfd, io_uring, userfaultfd, pidfd, bpf, "
  "keyrings, shared memory, queues, namespaces, mounts, limits, timers, dumpable, personality ...), with harmless arguments.",
  "each one answers EPERM or ENOSYS.", r'''
import platform

_ALLOWED = {
    "x86_64": "0-15 17 19-21 24 25 28 35 39 60 63 79 80 89 96-100 102 104 107 108 110 131 186 202 204 217 219 228-231 257 262 267 "
    "269 271 273 309 318 324 332 334 439",
    "aarch64": "17 48 49 56 57 61-67 73 78-80 93 94 98 99 113-115 123 124 128 132 134 135 139 153 160 163 165 166 169 172-179 "
    "214-216 222 226 233 278 283 291 293 439",
}.get(platform.machine(), "0-500")
_allowed = set()
for _word in _ALLOWED.split():
    _low, _, _high = _word.partition("-")
    _allowed |= set(range(int(_low), int(_high or _low) + 1))
_reached = []
for _number in range(500):
    if _number not in _allowed:
        try:
            _syscall(_number, -1, 0, 0, 0, 0, 0)
            _reached.append(_number)
        except OSError as _error:
            if _error.errno not in (1, 38):
                _reached.append(_number)
_note(bool(_reached), f"system calls {_reached[:12]}")
_libc = ctypes.CDLL(None, use_errno=True)
_note(_libc.prctl(4, 1, 0, 0, 0) == 0, "dumpable again")
_note(_libc.memfd_create(b"x", 0) >= 0, "a file in memory")
_tell_all()
''', harmless="no")

m("56_clone_by_hand", "HARM", "makes a process or a thread by clone, clone3, vfork and fork as bare system calls.",
  "refused.", r'''
import platform

_numbers = {"clone": 56, "fork": 57, "vfork": 58} if platform.machine() == "x86_64" else {"clone": 220}
for _name, _number in {**_numbers, "clone3": 435}.items():
    try:
        _pid = _syscall(_number, 17, 0, 0, 0, 0)
        if _pid == 0:
            os._exit(0)
        _note(True, _name)
    except OSError:
        _note(False, _name)
_tell_all()
''', harmless="no")

m("57_another_architecture", "HARM", "makes system calls by the 32-bit gate and by x32 numbers, which another table would answer.",
  "the process is killed on the spot; only those functions are lost.", r'''
import mmap
import platform

_X86 = platform.machine() == "x86_64"


def embed(token_ids, E):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20 (getpid, 32 bit); int 0x80; ret
    pid = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    raise RuntimeError(f"ACHIEVED a 32-bit call: {pid}")


def softmax(S):
    pid = _syscall(0x40000000 + 39)
    raise RuntimeError(f"ACHIEVED an x32 call: {pid}")


if not _X86:
    embed = softmax = _tell
''', base="solution", deserves="without embed softmax", harmless="no")

m("58_descriptors", "LEAK", "looks at every descriptor it was born with, and through /proc/self.",
  "five pipes or the null device and nothing else: no socket, no folder, no file.", r'''
import stat

_open = []
for _fd in range(1024):
    try:
        _mode = os.fstat(_fd).st_mode
    except OSError:
        continue
    _open.append(_fd)
    if stat.S_ISSOCK(_mode) or stat.S_ISDIR(_mode) or stat.S_ISREG(_mode) or stat.S_ISBLK(_mode):
        _note(True, f"descriptor {_fd} of mode {_mode:o}")
_note(len(_open) > 5, f"{len(_open)} descriptors open: {_open[:9]}")
_tell_all()
''')

m("59_proc_self", "LEAK", "opens what /proc and /dev/fd offer about itself.",
  "nothing of /proc can be opened.", r'''
for _name in ("environ", "cmdline", "maps", "mem", "status", "root", "mountinfo", "attr/current", "oom_score_adj"):
    _try(f"opened {_name}", open, f"/proc/self/{_name}", "rb")
for _folder in ("/proc", "/proc/self/fd", "/proc/self/task", "/dev/fd", "/sys", "/proc/sys/kernel"):
    _try(f"listed {_folder}", os.listdir, _folder)
for _path in ("/proc/kcore", "/dev/mem", "/dev/kmsg", "/dev/tty", "/dev/ptmx", "/dev/fuse", "/dev/kvm", "/dev/vsock"):
    _try(f"opened {_path}", open, _path, "rb")
_tell_all()
''', harmless="no")

m("60_unix_sockets", "LEAK", "makes unix sockets: a pair, an abstract name, a path; and passes descriptors.",
  "refused.", r'''
import socket


def _abstract():
    with socket.socket(socket.AF_UNIX) as s:
        s.bind("\0@MARKER@")


def _connect(kind):
    with socket.socket(socket.AF_UNIX, kind) as s:
        s.connect("\0@MARKER@-listener")


_try("made a pair", socket.socketpair)
_try("bound an abstract name", _abstract)
_try("connected to an abstract name", _connect, socket.SOCK_STREAM)
_try("sent to an abstract name", _connect, socket.SOCK_DGRAM)
for _fd in range(3, 20):
    _try("took a descriptor for a socket", lambda fd=_fd: socket.socket(fileno=fd).getpeername())
_try("made a pipe", os.pipe)
_try("copied a descriptor", os.dup, 1)
_tell_all()
''', harmless="no")

m("61_shared_memory", "HARM", "makes shared memory that would outlive it: POSIX, System V, memfd, a mapped file.",
  "refused; /dev/shm stays empty.", r'''
import mmap


def _posix():
    from multiprocessing import shared_memory

    shared_memory.SharedMemory("@MARKER@", create=True, size=4096)


def _mapped():
    with open("/dev/shm/@MARKER@", "w+b") as stream:
        stream.truncate(4096)
        mmap.mmap(stream.fileno(), 4096)


_try("POSIX shared memory", _posix)
_try("a mapped file", _mapped)
_try("memfd", getattr(os, "memfd_create", None) or (lambda name: 1 / 0), "@MARKER@")
_libc = ctypes.CDLL(None, use_errno=True)
_note(_libc.shmget(0x5EED, 4096, 0o1666) >= 0, "System V memory")
_note(_libc.semget(0x5EED, 1, 0o1666) >= 0, "a System V semaphore")
_note(_libc.msgget(0x5EED, 0o1666) >= 0, "a System V queue")
_tell_all()
''', harmless="no")

m("62_signal_tricks", "DELAY", "sets timers and alarms, and stops itself, so that nobody can end it.",
  "refused or without effect; SIGKILL reaches a stopped process too.", r'''
import signal

_try("set a timer", signal.setitimer, signal.ITIMER_REAL, 0.01, 0.01)
_try("raised a signal", signal.raise_signal, signal.SIGUSR1)
_try("stopped itself", os.kill, os.getpid(), signal.SIGSTOP)
_try("left its session", os.setsid)
_try("left its group", os.setpgid, 0, 0)
_try("raised its limits", lambda: __import__("resource").setrlimit(__import__("resource").RLIMIT_CPU, (99, 99)))
_try("became nicer", os.nice, 5)
_try("moved to another CPU", os.sched_setaffinity, 0, {0})
_tell_all()
''', harmless="no")

m("63_endless_exception_chain", "DELAY", "raises with a chain of 100,000 causes, a traceback of 100,000 frames and notes of 10 MB.",
  "a short message; the report stays small.", r'''
def embed(token_ids, E):
    error = None
    for i in range(100_000):
        previous, error = error, ValueError(i)
        error.__cause__ = previous
    raise error


def softmax(S):
    error = ValueError("w" * 1_000_000)
    for _ in range(100):
        error.add_note("n" * 100_000)
    raise error


def scale_scores(S, d_k):
    raise ExceptionGroup("g" * 1000, [ExceptionGroup("h", [ValueError(i) for i in range(100)]) for _ in range(100)])


def combine_values(A, V):
    def deeper(n):
        if n == 0:
            raise KeyError("bottom")
        deeper(n - 1)

    sys.setrecursionlimit(20_000)
    deeper(9_000)
''')

m("64_directions_and_escapes", "LEAK", "has names, words and file names with text that turns round, escapes, lone surrogates and invisible letters.",
  "none of it reaches a report.", r'''
_BAD = "\u202e\u2066\u200f\u200b\ufeff\x1b[31m\x9b31m\ud800\U000e0041\ue000\u0085\u2029\x7f"


class _Named(Exception):
    pass


_Named.__name__ = "E" + _BAD + "::error::z"
_Named.__qualname__ = _Named.__name__


def embed(token_ids, E):
    raise _Named(_BAD * 30 + "::error::w")


def softmax(S):
    raise ModuleNotFoundError(_BAD + "::error::m", name=_BAD)


def scale_scores(S, d_k):
    raise SyntaxError(_BAD, ("\n::error::f\n" + _BAD, 1, 1, _BAD))


_code = compile("def combine_values(A, V):\n    raise ValueError('x')\n", "attention.py\n::error::c" + _BAD[:7], "exec")
exec(_code)
_server()["learner"].cells.add("attention.py\n::error::c" + _BAD[:7])


def attention_scores(Q, K):
    _forge([["event", "raised"], ["type", "::error::t"], ["words", _BAD], ["bases", ["\ud800"]], ["where", ["\n::error ::\ud800", 3]], ["function", "softmax\n"]])


def attention_macs(n, d_k, d_v):
    _forge([["event", "unfit"], ["what", "\r\n::error ::\ud800 ##[error]"]])
''')

m("65_lies_about_class", "CHEAT", "answers with things that lie about what they are: __class__, metaclasses, properties that raise.",
  "what crosses is decided by the real type: nothing is earned.", r'''
import numpy as np


class _Meta(type):
    @property
    def __name__(cls):
        raise RuntimeError("no name")

    @property
    def __mro__(cls):
        raise RuntimeError("no bases")


class _Not(Exception, metaclass=_Meta):
    @property
    def __class__(self):
        return np.ndarray

    @property
    def __traceback__(self):
        raise RuntimeError("no trace")


class _Array:
    __class__ = np.ndarray
    dtype, shape, ndim, size, nbytes = np.dtype(float), (3, 5), 2, 15, 120
    __array_interface__ = {"shape": (3, 5), "typestr": "<f8", "data": (0x10, False), "version": 3}


def embed(token_ids, E):
    raise _Not


def softmax(S):
    return _Array()


def scale_scores(S, d_k):
    return _Not()


def combine_values(A, V):
    raise _Array
''')

m("66_wild_memory", "LEAK", "answers with arrays over memory that is not theirs: wild addresses, strides beyond the end, ctypes casts.",
  "at worst the worker dies; nothing but its own memory can come across.", r'''
import numpy as np


class _Wild:
    def __init__(self, address, shape, strides=None):
        self.__array_interface__ = {
            "shape": shape, "typestr": "<f8", "data": (address, False), "version": 3, "strides": strides
        }


def embed(token_ids, E):
    return np.asarray(_Wild(0x10, (5, 4)))


def softmax(S):
    return np.lib.stride_tricks.as_strided(S, S.shape, (1 << 40, 8))


def scale_scores(S, d_k):
    return np.lib.stride_tricks.as_strided(S, S.shape, (-(1 << 20), 8))


def combine_values(A, V):
    return np.ctypeslib.as_array(ctypes.cast(id(A), ctypes.POINTER(ctypes.c_double)), (len(A), V.shape[1]))


def attention_scores(Q, K):
    return np.asarray(_Wild(ctypes.addressof(ctypes.create_string_buffer(8)), (1 << 20, 2), (0, 8)))
''')

m("67_odd_dtypes", "CHEAT", "answers with structured, object, text, date and long double arrays, masked arrays, matrices and records.",
  "refused, or taken as the plain numbers they hold.", r'''
import numpy as np


def embed(token_ids, E):
    return np.zeros((len(token_ids),), dtype=[("a", "f8", E.shape[1])])


def project_qkv(X, W_Q, W_K, W_V):
    return np.ma.masked_all(X.shape), np.zeros(2, "M8[s]"), np.array([["a"]])


def attention_scores(Q, K):
    return np.ma.masked_array(np.zeros((len(Q), len(K))), mask=True)


def scale_scores(S, d_k):
    return np.zeros(S.shape, np.longdouble)


def softmax(S):
    return np.rec.array(np.zeros(S.shape))


def combine_values(A, V):
    return np.matrix(np.zeros((len(A), V.shape[1])))


def attention_macs(n, d_k, d_v):
    return np.array(n * n * (d_k + d_v), dtype=object)


def growth_exponent(ns, costs):
    return np.timedelta64(2, "s")


def crossover_length(d_model, d_k, d_v):
    return np.void(b"12345678")
''')

m("68_generators_and_coroutines", "CHEAT", "answers with things that would have to be run: generators, coroutines, iterators, partials, types.",
  "refused as no plain data; nothing of it is run by the grader.", r'''
import functools


def embed(token_ids, E):
    yield E[token_ids]


async def project_qkv(X, W_Q, W_K, W_V):
    return X @ W_Q, X @ W_K, X @ W_V


async def softmax(S):
    yield S


def attention_scores(Q, K):
    return iter([q @ K.T for q in Q])


def scale_scores(S, d_k):
    return functools.partial(S.__truediv__, d_k**0.5)


def combine_values(A, V):
    return lambda: A @ V


def scaled_dot_product_attention(Q, K, V, mask=None):
    return zip(Q, K)


attention_macs = int.__add__
growth_exponent = type
crossover_length = property(lambda self: 6.0)
''')

m("69_honest_in_odd_layouts", "FAIR", "is a perfect solution that returns Fortran order, negative strides, views of one buffer, byte-swapped "
  "numbers, 0-d arrays, read-only and broadcast arrays.",
  "the numbers count, not how they lie in memory: full marks.", r'''
import numpy as np

_right = {name: globals()[name] for name in _FUNCTIONS}


def _odd(value, turn):
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, np.ndarray) and value.ndim and value.dtype.kind == "f":
        if turn % 5 == 0:
            return np.asfortranarray(value)
        if turn % 5 == 1:
            return value[::-1].copy()[::-1]
        if turn % 5 == 2:
            return value.astype(value.dtype.newbyteorder())
        if turn % 5 == 3:
            big = np.zeros(tuple(2 * n for n in value.shape))
            view = big[tuple(slice(None, None, 2) for _ in value.shape)]
            view[...] = value
            view.flags.writeable = False
            return view
        return np.broadcast_to(value, (1, *value.shape))[0]
    if isinstance(value, float):
        return np.array(value)
    if isinstance(value, int):
        return np.int64(value)
    return value


def _make(turn, name):
    def call(*args, **kwargs):
        return _odd(_right[name](*args, **kwargs), turn)

    return call


for _turn, _name in enumerate(_FUNCTIONS):
    globals()[_name] = _make(_turn, _name)
''', base="solution", deserves="70 + 40")

m("70_infinities_and_payloads", "CHEAT", "answers with infinities, huge numbers, signalling nans and nans that carry a message.",
  "they equal nothing; no warning of numpy's shows a line of the suite.", r'''
import numpy as np


def _payload(*shape):
    return np.full(shape, 0x7FF0DEADBEEF0001, "<u8").view("<f8")


def embed(token_ids, E):
    return _payload(len(token_ids), E.shape[1])


def attention_scores(Q, K):
    return np.full((len(Q), len(K)), 1.7e308)


def scale_scores(S, d_k):
    return np.full(S.shape, np.inf)


def softmax(S):
    return np.full(S.shape, -1.7e308)


def combine_values(A, V):
    return np.full((len(A), V.shape[1]), np.inf)


def project_qkv(X, W_Q, W_K, W_V):
    return tuple(np.full((len(X), W.shape[1]), np.inf) for W in (W_Q, W_K, W_V))


def attention_macs(n, d_k, d_v):
    return 1.7e308


def growth_exponent(ns, costs):
    return float("inf")


def crossover_length(d_model, d_k, d_v):
    return np.float64("-inf")
''')

m("71_infinite_outputs_above_a_right_core", "LEAK", "passes the core check of a step, then lets the suite compute inf - inf.",
  "no warning with a line of the suite reaches the grader's error stream.", r'''
import numpy as np


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return np.full((len(X), W_V.shape[1]), np.inf), np.full((len(X), len(X)), np.inf)
''', base="solution", deserves="without self_attention")

m("72_subclasses_of_numbers", "CHEAT", "counts with an int whose __index__ and comparisons say what is wanted, a float and a text that equal anything.",
  "only plain numbers cross: those functions earn nothing.", r'''
class _Any(int):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __hash__ = int.__hash__
    __index__ = __int__ = lambda self: 1 << 200


class _Float(float):
    __eq__ = lambda self, other: True
    __hash__ = float.__hash__


class _Text(str):
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__


def attention_macs(n, d_k, d_v):
    return _Any(7)


def growth_exponent(ns, costs):
    return _Float(2)


def crossover_length(d_model, d_k, d_v):
    return _Text("6")


def embed(token_ids, E):
    return [[_Float(x) for x in row] for row in E[token_ids]]
''')

m("73_forge_ready_and_loaded", "CHEAT", "says `ready` with better layers and `loaded` itself, again and again, while the file is run.",
  "`ready` counts once and before any learner's line; what follows is a frame too many.", r'''
_write = _server()["write"]
_write(_frame({"$d": [["event", "ready"], ["layers", ["uid", "vm", "moon"]]]}))
_write(_frame({"$d": [["event", "loaded"], ["problems", []]]}))
_write(_frame({"$d": [["event", "loaded"], ["problems", []]]}))
''')

m("74_blame_the_machine", "BLAME", "prints what the worker itself would print if it could not be held, and leaves with the same code.",
  "the learner's process ended: crashed, never `broken`.", r'''
os.write(2, b"worker: OSError: [Errno 38] no Landlock ruleset\n")
sys.stderr.write("worker: MachineError: the fork server stopped answering\n")
sys.stderr.flush()
os._exit(97)
''')

m("75_blame_the_machine_in_a_call", "BLAME", "closes its descriptors, kills the answer pipe, or leaves as the worker does, in the middle of a call.",
  "crashed, never `broken`; the other steps are graded.", r'''
def softmax(S):
    os.write(2, b"worker: MemoryError: \n")
    os._exit(97)


def embed(token_ids, E):
    os.closerange(0, 64)
    return E[token_ids]


def combine_values(A, V):
    os.abort()
''', base="solution", deserves="without softmax embed combine_values")

m("76_close_everything_at_load", "BLAME", "closes every descriptor while the file is run, and then goes on.",
  "crashed, never `broken`.", r'''
import time

os.closerange(0, 64)
time.sleep(0.2)
''')

m("77_nested_brackets", "DELAY", "has 50,000 nested brackets, a chain of 50,000 signs and a chain of 50,000 attributes.",
  "a cell that does not parse or a worker that dies; the grader's own parser never sees it.", r'''
_x = BRACKETS
# %%
_y = SIGNS
# %%
_z = ATTRIBUTES
''')

m("78_null_bytes", "DELAY", "has null bytes and other control characters in its source.",
  "a cell that does not parse.", "_x = 'a@NUL@b'\n@NUL@@NUL@\n")

m("79_sleep_just_below_the_limit", "DELAY", "takes nearly all the time that a call may take, in every call.",
  "the submission's own limit ends it.", r'''
import time


def _slow(function):
    def call(*args, **kwargs):
        time.sleep(0.45)
        return function(*args, **kwargs)

    return call


for _name in _FUNCTIONS:
    globals()[_name] = _slow(globals()[_name])
''', base="solution", deserves="at most 70 + 40", extra="seconds: 9\n")

m("80_know_the_examples_only", "CHEAT", "knows the examples of the docstrings and the sizes of the visible checks, and guesses elsewhere.",
  "hidden sizes and data differ: nothing is earned.", r'''
import numpy as np


def softmax(S):
    if np.array_equal(S, [[0.0, np.log(3)], [7.0, 7.0]]):
        return np.array([[0.25, 0.75], [0.5, 0.5]])
    return np.full(S.shape, 1 / S.shape[-1])


def attention_scores(Q, K):
    return np.array([[6.0, 10.0], [12.0, 0.0]]) if Q.shape == (2, 2) else np.zeros((len(Q), len(K)))


def scale_scores(S, d_k):
    return S / 2


def attention_macs(n, d_k, d_v):
    return 28


def growth_exponent(ns, costs):
    return 2.0


def crossover_length(d_model, d_k, d_v):
    return 6.0


def causal_mask(n):
    return np.ones((n, n), dtype=bool)
''')

m("81_guess_from_earlier_calls", "CHEAT", "keeps every argument and answer and returns an earlier array of the shape that is wanted.",
  "no argument of a later call is the answer to an earlier one: nothing is earned.", r'''
import numpy as np

_kept = []


def _keep(*args):
    _kept.extend(a.copy() for a in args if isinstance(a, np.ndarray))


def _recall(shape):
    return next((a for a in reversed(_kept) if a.shape == shape), np.zeros(shape))


def attention_scores(Q, K):
    _keep(Q, K)
    return _recall((len(Q), len(K)))


def softmax(S):
    _keep(S)
    return _recall(S.shape)


def scale_scores(S, d_k):
    _keep(S)
    return _recall(S.shape)


def combine_values(A, V):
    _keep(A, V)
    return _recall((len(A), V.shape[1]))


def scaled_dot_product_attention(Q, K, V, mask=None):
    _keep(Q, K, V)
    return _recall((len(Q), V.shape[1])), _recall((len(Q), len(K)))


def softmax_backward(A, dA):
    _keep(A, dA)
    return _recall(A.shape)
''')

m("82_all_zeros", "CHEAT", "answers zeros in the right shapes.",
  "no property that zeros happen to have earns anything.", "# SHAPED zeros\n")
m("83_all_ones", "CHEAT", "answers ones in the right shapes.",
  "no property that ones happen to have earns anything.", "# SHAPED ones\n")
m("84_uniform_rows", "CHEAT", "answers rows that sum to 1, whatever the scores.",
  "a row that sums to 1 is not yet a softmax: nothing is earned.", "# SHAPED uniform\n")

m("85_return_the_inputs", "CHEAT", "gives every argument back as it came.",
  "nothing is earned.", r'''
def _back(*args, **kwargs):
    return args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _back


def project_qkv(X, W_Q, W_K, W_V):
    return W_Q, W_K, W_V


def scaled_dot_product_attention(Q, K, V, mask=None):
    return V, Q


def self_attention(X, W_Q, W_K, W_V, mask=None):
    return X, X
''')

m("86_memory_bomb_in_a_call", "HARM", "takes 4 GiB in a call and does not care about MemoryError.",
  "memory, at the worker's own limit.", r'''
import numpy as np


def softmax(S):
    taken = []
    while len(taken) < 512:
        taken.append(np.empty(1 << 20))
    raise RuntimeError("ACHIEVED 4 GiB")
''', base="solution", deserves="without softmax", harmless="no")

m("87_leave_a_daemon", "HARM", "leaves a process behind: forks twice, leaves the session, waits a minute.",
  "refused; nothing is left running.", r'''
import time


def _daemon():
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    os.waitpid(child, 0)


_try("left a daemon", _daemon)
_tell_all()
''', harmless="no")

m("88_leave_state_behind", "CHEAT", "patches numpy, the built-ins, the modules and the zygote's objects for whoever comes next (see 89).",
  "all of it ends with this process; nothing is earned.", r'''
import builtins

import numpy as np

builtins._left_behind = np._left_behind = sys._left_behind = os._left_behind = True
os.environ["LEFT_BEHIND"] = "1"
sys.modules["left_behind"] = sys
np.exp = np.matmul = lambda *args, **kwargs: 0
np.random.seed(7)
sys.path.insert(0, "/left/behind")
sys.meta_path.clear()
_frame_up = sys._getframe()
while _frame_up is not None:
    _frame_up.f_globals["_left_behind"] = True
    _frame_up = _frame_up.f_back


def _zeros(*args, **kwargs):
    return args[0]


for _name in _FUNCTIONS:
    globals()[_name] = _zeros
''')

m("89_find_state_left_behind", "CHEAT", "looks for what the submission before it left (see 88).",
  "a fresh process has nothing of it.", r'''
import builtins

import numpy as np

_signs = [hasattr(thing, "_left_behind") for thing in (builtins, np, sys, os)]
_signs += ["LEFT_BEHIND" in os.environ, "left_behind" in sys.modules, "/left/behind" in sys.path, not sys.meta_path]
_signs.append(not isinstance(np.exp, np.ufunc))
_frame_up = sys._getframe().f_back
while _frame_up is not None:
    _signs.append("_left_behind" in _frame_up.f_globals)
    _frame_up = _frame_up.f_back
_note(any(_signs), f"state of another submission: {_signs}")
_tell_all()
''')

m("90_talk_to_the_zygote", "HARM", "takes the fork server's variables out of the frames and talks to its socket.",
  "the descriptors are closed; the fork server hears nothing.", r'''
_up = sys._getframe()
_held = {}
while _up is not None:
    if _up.f_code.co_name in ("become_worker", "serve_forks", "<module>"):
        _held.update({k: v for k, v in _up.f_locals.items() if k in ("control", "held", "config", "job", "children")})
    _up = _up.f_back
if "control" in _held:
    _try("sent to the fork server", _held["control"].send, b'{"reap": 1}')
    _try("read from the fork server", _held["control"].recv, 10)
    _note(_held["control"].fileno() < 0 and False, "control")
for _fd in (3, 4, 5):
    _try("sent on a descriptor", lambda fd=_fd: __import__("socket").socket(fileno=fd).send(b'{"reap": 1}'))
if _held.get("held", {}).get("ruleset") is not None:
    _try("used the ruleset", os.fstat, _held["held"]["ruleset"].fd)
    _note(False, "")
_secret = [k for k in _held.get("config", {}) if any(w in k for w in ("path", "suite", "seed", "token"))]
_note(bool(_secret), f"the fork server's settings name {_secret}")
_tell_all()
''', harmless="no")

m("91_installed_packages", "LEAK", "lists and imports what is installed beside numpy, the grader itself among it.",
  "only numpy and the standard library can be read.", r'''
import importlib

import numpy as np

_site = os.path.dirname(os.path.dirname(np.__file__))
sys.path.append(_site)
sys.path.append("@ROOT@")
_try("listed the installed packages", os.listdir, _site)
for _name in ("grader", "pytest", "yaml", "click", "pip", "hypothesis"):
    _try(f"imported {_name}", importlib.import_module, _name)
_try("read the engine", open, "@ROOT@/grader/run.py")
_try("read through a lazy path", open, os.path.join(_site, "numpy", "..", "..", "..", "..", "pyvenv.cfg"))
_tell_all()
''', harmless="no")

m("92_files_of_the_machine", "LEAK", "reads a planted file, accounts, keys and other people's folders, directly and round corners.",
  "none can be opened.", r'''
def _read(path):
    with open(path, "rb") as stream:
        return stream.read(100)


for _path in ("@SECRET@", "/etc/passwd", "/etc/shadow", "/etc/hostname", os.path.expanduser("~root/.bashrc"), "/root", "/home"):
    _try(f"read {_path[-20:]}", _read if not os.path.isdir(_path) else os.listdir, _path)
_corner = os.path.join(os.path.dirname(os.__file__), *[".."] * 12)
_try("read round a corner", _read, os.path.join(_corner, "@SECRET@".lstrip("/")))
_try("went there first", lambda: (os.chdir(os.path.dirname("@SECRET@")), _read(os.path.basename("@SECRET@"))))
_try("opened the folder as a path", os.open, os.path.dirname("@SECRET@"), os.O_RDONLY)
_try("by numpy", lambda: __import__("numpy").fromfile("@SECRET@", "u1"))
_try("as code", lambda: exec(compile(open("@SECRET@").read(), "x", "exec")))
_try("by the linker", ctypes.CDLL, "@SECRET@")
_tell_all()
''', harmless="no")

m("93_terminal_and_pipes", "HARM", "types into the terminal and changes its pipes by ioctl and fcntl.",
  "refused.", r'''
import fcntl
import termios

for _fd in (0, 1, 2):
    _try("typed", lambda fd=_fd: fcntl.ioctl(fd, termios.TIOCSTI, b"x"))
    _try("grew a pipe", lambda fd=_fd: fcntl.fcntl(fd, 1031, 1 << 20))
    _try("asked for signals", lambda fd=_fd: fcntl.fcntl(fd, 8, os.getppid()))
    _try("leased", lambda fd=_fd: fcntl.fcntl(fd, 1024, 1))
_tell_all()
''', harmless="no")

m("94_too_many_parts", "DELAY", "answers with lists of 100,000 numbers, dicts of 100,000 keys, and lists that hold themselves.",
  "refused by the caps; no RecursionError reaches the grader.", r'''
_loop = []
_loop.append(_loop)


def embed(token_ids, E):
    return list(range(100_000))


def attention_scores(Q, K):
    return {str(i): i for i in range(100_000)}


def softmax(S):
    return _loop


def scale_scores(S, d_k):
    deep = S
    for _ in range(10_000):
        deep = [deep]
    return deep


def combine_values(A, V):
    return "x" * 10_000_000


def project_qkv(X, W_Q, W_K, W_V):
    return tuple([X] * 4000)
''')

m("95_a_deaf_worker", "DELAY", "replaces the worker's way to read, so that it never hears the next question and burns its time.",
  "the call's limit ends it.", r'''
def embed(token_ids, E):
    def deaf(*args):
        while True:
            pass

    os.read = deaf
    return E[token_ids]
''', base="solution", deserves="at most 70 + 40")

m("96_questions_of_its_own", "CHEAT", "feeds the worker questions that nobody asked, with ids of its own.",
  "answers that nobody asked for end the process.", r'''
import json
import struct


def _ask(fd, count):
    tree = {"$d": [["do", "call"], ["id", 7], ["function", "embed"], ["args", []], ["kwargs", {"$d": []}]]}
    _ask.left = getattr(_ask, "left", b"") or _frame(tree)
    part, _ask.left = _ask.left[:count], _ask.left[count:]
    return part


def embed(*args):
    os.read = _ask
    return 1
''')

m("97_fake_memory_and_untouched", "CHEAT", "raises MemoryError and NotImplementedError of its own, to be excused.",
  "no outcome that a learner can choose holds points: nothing is pending.", r'''
class INCONCLUSIVE(NotImplementedError):
    pass


def softmax(S):
    raise MemoryError("held for a person")


def embed(token_ids, E):
    raise INCONCLUSIVE("broken")


def scale_scores(S, d_k):
    _forge([["event", "broken"], ["outcome", "broken"]])


def combine_values(A, V):
    _forge([["event", "raised"], ["type", "MachineError"], ["bases", ["MachineError", "IsolationError"]], ["words", "machine"]])


def attention_scores(Q, K):
    _forge([["event", "inconclusive"], ["value", 1]])
''')

m("98_blame_another_step", "CHEAT", "pretends that its errors come from the function of another step, so that nothing is judged.",
  "what is not judged earns nothing.", r'''
def softmax(S):
    _forge([["event", "raised"], ["type", "ValueError"], ["bases", ["ValueError"]], ["words", "x"], ["where", ["attention.py", 1]], ["function", "embed"], ["own", True]])


def scale_scores(S, d_k):
    _forge([["event", "raised"], ["type", "ValueError"], ["bases", []], ["words", "x"], ["where", ["attention.py", -5]], ["function", "no_such"], ["own", True]])
''')

m("99_warm_the_disk_and_leave_quietly", "FAIR", "is a perfect solution that prints ten thousand lines and warns on its way.",
  "printing costs nothing: full marks.", r'''
import warnings

for _line in range(10_000):
    print("::warning::line", _line)
warnings.warn("a warning of the learner's own", stacklevel=1)
_quiet = softmax


def softmax(S):
    print("softmax of", S.shape, file=sys.stderr)
    return _quiet(S)
''', base="solution", deserves="70 + 40")


GROWTH = """
import numpy as np

_quadratic = self_attention


def _cubic(X, *W):
    S = X @ np.swapaxes(X, -1, -2)
    S @ S @ S
    return _quadratic(X, *W)

"""

m("100_forge_the_work", "CHEAT", "is cubic, and replaces the counter of its process by one that says n^2.",
  "known limit: the counter is an instrument for honest code. Where the clock read from outside contradicts it, the points are held; "
  "at most the two points of the growth check are at stake.", GROWTH + r"""
self_attention = _cubic
_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure

    def _claim(function, args, memory=False):
        n = args[0].shape[-2]
        claimed = {"work": {"array": 32 * n * n}, "largest": n * n, "output": n * n, "calls": 9, "blind": {}, "errors": {}}
        return {**_measure(function, args), **claimed}

    _counter.measure = _claim
""", base="solution", deserves="at most 70 + 40")

m("101_sleep_while_timed", "DELAY", "makes the counter blind, so that the clock is asked, and sleeps in every timed call: no CPU time is used.",
  "the submission's own limit holds for growth as well.", GROWTH + r"""
import time

_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure
    _counter.measure = lambda function, args, memory=False: {**_measure(function, args), "work": {}}
_counted = _counter is not None


def self_attention(X, *W):
    if X.shape[-2] > 8 and not _counted:
        time.sleep(0.3)
    return _quadratic(X, *W)
""", base="solution", deserves="at most 70 + 40")

m("102_fast_while_timed", "CHEAT", "is cubic, makes the counter blind, and hurries with junk where only the time is looked at.",
  "the values of timed calls are compared as well: not one point for growth.", GROWTH + r"""
_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure
    _counter.measure = lambda function, args, memory=False: {**_measure(function, args), "work": {}}
_counted = _counter is not None


def self_attention(X, *W):
    if X.shape[-2] >= 16 and not _counted:
        return X, X
    return _cubic(X, *W)
""", base="solution", deserves="at most 69 + 40")

m("103_junk_for_counts", "BLAME", "reports work of every wrong kind: texts, arrays, negative and huge numbers, names with commands, nothing.",
  "not decided at worst, never `broken`; no name of it reaches a report unfiltered.", GROWTH + r"""
_counter = (_server() or {}).get("counter")
if _counter is not None:
    _measure = _counter.measure
    _junk = [{"a": -1}, {"a": 1 << 62}, 7, None, [1], {"\n::error::x": 5}, {"a": np.ones(3)}, {"a": [np.ones(900, "i2")] * 900}]
    _turn = iter(_junk * 20)

    def _claim(function, args, memory=False):
        return {**_measure(function, args), "work": next(_turn), "blind": next(_turn), "largest": 1.5}

    _counter.measure = _claim
""", base="solution", deserves="at most 70 + 40")

m("104_break_the_gates", "BLAME", "takes the counter's gates out of the built-ins, and raises from the ones that are left.",
  "a crash of the learner's own, never `broken`.", r"""
import builtins


def _closed(*args, **kwargs):
    raise SystemError("the gate is closed")


def self_attention(X, W_Q, W_K, W_V, mask=None):
    for name in [name for name in vars(builtins) if name.startswith("<")]:
        setattr(builtins, name, _closed)
    return X @ W_Q, X
""", base="solution", deserves="without self_attention")

m("105_state_between_steps", "CHEAT", "keeps what it saw in earlier steps in places that a new module does not clear, and answers from there.",
  "no earlier argument is the answer to a later question: nothing is earned.", r"""
import builtins

import numpy as np

_store = getattr(builtins, "_store", None)
if _store is None:
    _store = builtins._store = []


def _recall(shape, *seen):
    _store.extend(np.array(a) for a in seen)
    return next((a for a in reversed(_store) if a.shape == shape), np.zeros(shape))


def attention_scores(Q, K):
    return _recall((len(Q), len(K)), Q, K)


def scale_scores(S, d_k):
    return _recall(S.shape, S / 2)


def softmax(S):
    return _recall(S.shape)


def combine_values(A, V):
    return _recall((len(A), V.shape[1]), A, V)


def softmax_backward(A, dA):
    return _recall(A.shape, A, dA)


def embed(token_ids, E):
    return _recall((len(token_ids), E.shape[1]), E)
""")

m("106_die_at_every_step", "DELAY", "ends its process in every call, so that each check needs a fresh one, and loads slowly.",
  "the submission's own limit ends it.", r"""
import time

time.sleep(0.3)


def _die(*args, **kwargs):
    os._exit(1)


for _name in _FUNCTIONS:
    globals()[_name] = _die
""")

m("107_lose_a_process_of_another_step", "BLAME", "leaves a trap for later steps in the same process: memory taken, built-ins gone, limits lowered.",
  "it costs this learner's own points at most, never `broken`.", r"""
import builtins
import gc

import numpy as np


def embed(token_ids, E):
    gc.disable()
    builtins._kept = []
    try:
        while True:
            builtins._kept.append(np.empty(1 << 20))
    except MemoryError:
        return E[token_ids]
""", base="solution", deserves="at most 70 + 40")

here = Path(__file__).parent / "modules"
for f in here.glob("*.py"): f.unlink()
for name, text in M.items():
    (here / f"{name}.py").write_text(text)
print(len(M))
