"""The launches that utils/gpu/record-instructions records: each case is a name, and what makes a program and its operands."""
