"""Loops of PTX, and costs by line."""
import accesses

PTX = """.visible .entry k()
{
.reg .b32 %r<9>;
.loc 1 7 1
mov.u32 %r1, 0;
bra $entry;
$outer:
add.u32 %r2, %r2, 1;
$inner:
.loc 1 9 1
ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r4, %r5, %r6}, [%r7];
mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {}, {}, {}, {};
$wait:
mbarrier.try_wait.parity.shared.b64 %p1, [%r8], 0;
@!%p1 bra $wait;
@%p2 bra $inner;
$entry:
@%p3 bra $outer;
st.shared.b32 [%r1], %r2;
ret;
}
"""


def test_main_loops_are_innermost_and_work():
    """The outer loop is entered at its end; the innermost one only waits."""
    code = accesses.Code(PTX)
    assert sorted(map(len, accesses.all_loops(code))) == [3, 7, 11]
    loop, = accesses.main_loops(code)
    assert min(loop) == 9 and max(loop) == 16 and code.has_mma()


def test_conflicts_of_main_loops_only():
    code = accesses.Code(PTX)
    costs = accesses.Costs({"costs": ["issues", "bank conflicts", "sectors", "least sectors"],
                            "ptx": {"11": [8, 3, 0, 0], "12": [8, 0, 0, 0], "19": [1, 31, 0, 0]}})
    assert accesses.conflicts(code, costs) == [(11, 3)]
    assert code.source_line(11) == 9


def test_sectors():
    costs = accesses.Costs({"costs": ["sectors", "least sectors"], "ptx": {"1": [100, 100], "2": [8, 4], "3": [0, 0]}})
    assert accesses.sector_ratio(costs) == 108 / 104
    assert accesses.scattered(costs) == [(2, 8, 4)]
