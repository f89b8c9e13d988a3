"""The launches that utils/gpu/record-instructions records: each case has a name, and makes a program and its operands."""
