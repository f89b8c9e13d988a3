"""Runs a command whose standard error is a terminal, and prints what it wrote there: on_terminal.py COMMAND…"""
import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stderr=theirs)
os.close(theirs)
written = b""
try:
    while chunk := os.read(ours, 4096):
        written += chunk
except OSError:  # the terminal is closed
    pass
print(written.decode())
sys.exit(process.wait())
