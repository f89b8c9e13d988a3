"""One page that shows the compilation of a kernel: its source, every stage of it, PTX and machine code, side by side.

    tileiras-explore KERNEL.py -o page.html        python -m tileiras.explore does the same

The page's parts, each in a separate module:

    scripts     a program of cuTile Python, run on the emulator (compiler): its kernels, and their launches
    launches    a launch of bytecode or text
    sources     the user's source
    stages      the forms of a kernel, and the links between lines of consecutive forms
    costs       the costs of a launch, for the lines of every form
    remarks     the compiler's remarks
    layouts     the elements that each thread holds
    schedule    the schedule of pipelined loops, and the warps that execute it
    timeline    the launch over time
    sass        machine code
    collect     all of these together
    page        the page itself, from page.html, page.css and script/
"""
