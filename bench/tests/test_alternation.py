"""Agents that alternate: what limits them is known where products or their own instructions take long."""
import pytest

from loopmodel import alternation, loops, machines, sass

WAIT, ARRIVE = "SYNCS.PHASECHK.TRANS64.TRYWAIT", "SYNCS.ARRIVE.TRANS64.A1T0"


def instruction(opcode, stall=1):
    return sass.Instruction("", opcode, "", stall, False, 7, 7, 0)


def step(read, compute, change):
    """A step with the given cycles of a warp in each part."""
    part = lambda cycles: [instruction("MOV", 10)] * (cycles // 10)
    wait = [instruction(WAIT), instruction("BRA")]
    return [*wait, *wait, instruction("LDTM.x32"), *part(read), instruction(ARRIVE), instruction(ARRIVE), *part(compute),
            *wait, *wait, *part(change), instruction(ARRIVE), instruction(ARRIVE)]


def cycles(code, product):
    loop, machine = loops.Loop(code), machines.SM_100
    return alternation.simulate(loop, machine, 8, alternation.find(loop), product).cycles


def test_a_step_takes_as_long_as_its_products():
    assert cycles(step(100, 400, 100), 1000) == pytest.approx(2000, abs=2)


def test_agents_halve_what_one_would_take():
    alone = 100 + 1000 + 100 + 14
    assert cycles(step(100, 1000, 100), 10) == pytest.approx(alone / 2, rel=0.1)


def test_a_turn_is_one_agents():
    """Between two turns is a product, which starts late and is seen late."""
    between = 10 + 2 * machines.SM_100.barrier_latency
    assert cycles(step(10, 100, 1000), 10) == pytest.approx(1000 + between, rel=0.02)
    assert cycles(step(1000, 100, 10), 10) == pytest.approx(1000 + between, rel=0.02)


def test_where_the_assembler_begins_the_loop_does_not_matter():
    code = step(200, 900, 300)
    for first in (2, 4, len(code) // 2):
        assert cycles(code[first:] + code[:first], 300) == pytest.approx(cycles(code, 300), rel=0.02)


def test_other_loops_have_no_such_places():
    code = step(10, 10, 10)
    assert alternation.find(loops.Loop(code[2:])) is None
    assert alternation.find(loops.Loop([*code, instruction("BAR.SYNC.DEFER_BLOCKING")])) is None
