"""HARM: makes system calls by the 32-bit gate and by x32 numbers, which another table would answer.

Must: the process is killed on the spot; only those functions are lost.
base: solution
deserves: without embed softmax
harmless: no
"""

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
