"""Prints a kernel with a location in N lexical blocks in each other."""
import sys

count = int(sys.argv[1])
print("""#file = #cuda_tile.di_file<"a.py" in "/">
#unit = #cuda_tile.di_compile_unit<file = #file>
#scope0 = #cuda_tile.di_subprogram<file = #file, line = 1, name = "k", linkageName = "k", compileUnit = #unit>""")
for i in range(count):
    print(f"#scope{i + 1} = #cuda_tile.di_lexical_block<scope = #scope{i}, file = #file, line = 1>")
print(f"""cuda_tile.module @kernels {{
  entry @k() {{
    %0 = make_token : token loc(#cuda_tile.di_loc<loc("a.py":1:1) in #scope{count}>)
  }} loc(#cuda_tile.di_loc<loc("a.py":1:1) in #scope0>)
}}""")
