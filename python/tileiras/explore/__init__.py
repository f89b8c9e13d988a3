"""One page that shows what became of a kernel: its source, every stage of it, PTX and machine code, side by side.

    tileiras-explore KERNEL.py -o page.html        python -m tileiras.explore does the same

What the page is made of, each in a module of its own:

    scripts     a program of cuTile Python, run on the emulator (compiler): its kernels, and their launches
    launches    a launch of bytecode or text
    sources     the user's source
    stages      the forms of a kernel, and which lines of each became which of the next
    costs       what a launch cost, for the lines of every form
    remarks     what the compiler says of its choices
    layouts     which thread holds what
    schedule    what runs when in pipelined loops, and which warps do what
    timeline    the launch over time
    sass        machine code
    collect     all of these together
    page        the page itself, of page.html, page.css and script/
"""
