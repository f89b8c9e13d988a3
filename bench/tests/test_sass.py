"""Control bits and loops are read as they are written."""
from listing import listing, loop
from loopmodel import loops, sass


def test_control_bits():
    text = listing([("@!P1 LDSM.16.M88.4 R4, [R8+0x200]", dict(stall=7, write=2, read=1, wait=0b010010, yields=True))])
    found, = sass.parse(text)["kernel"].instructions
    assert found == sass.Instruction("!P1", "LDSM.16.M88.4", "R4, [R8+0x200]", 7, True, 2, 1, 0b010010)
    assert found.base == "LDSM" and found.waits_for == [1, 4]


def test_labels_are_indices():
    function = sass.parse(listing([("MOV R1, R2", {}), "L_x_0:", ("EXIT", {})]))["kernel"]
    assert function.labels == {".L_x_0": 1}


def test_the_body_of_a_loop():
    found, = loops.innermost_loops(sass.parse(loop(("LDS R4, [R8]", {}), ("FADD R1, R4, R5", {})))["kernel"])
    assert [i.base for i in found.instructions] == ["LDS", "FADD", "BRA"]


def test_polling_is_not_part_of_an_iteration():
    """A warp that waits jumps to the end of the function and back; that is not an iteration."""
    text = listing(["L_x_1:", ("SYNCS.PHASECHK.TRANS64.TRYWAIT P1, [UR4], R2", {}), ("@!P1 BRA `(.L_x_3)", {}), "L_x_2:",
                    ("HMMA.16816.F32 R4, R8, R12, R4", {}), ("@P0 BRA `(.L_x_1)", {}), ("EXIT", {}), "L_x_3:",
                    ("SYNCS.PHASECHK.TRANS64 P1, [UR4], R2", {}), ("@!P1 BRA `(.L_x_3)", {}), ("BRA `(.L_x_2)", {})])
    found, = loops.innermost_loops(sass.parse(text)["kernel"])
    assert [i.base for i in found.instructions] == ["SYNCS", "BRA", "HMMA", "BRA"]


def test_the_hot_loop_has_the_mmas():
    text = listing(["L_x_1:", ("LDG R4, [R8]", {}), ("LDG R5, [R8]", {}), ("@P0 BRA `(.L_x_1)", {}), "L_x_2:",
                    ("HMMA.16816.F32 R4, R8, R12, R4", {}), ("@P0 BRA `(.L_x_2)", {}), ("EXIT", {})])
    hot = loops.hot_loop(loops.innermost_loops(sass.parse(text)["kernel"]))
    assert hot.tensor == 1


def test_a_loop_that_only_feeds_is_recognised():
    feeding, = loops.innermost_loops(sass.parse(loop(("UTMALDG.2D [UR8], [UR4]", {})))["kernel"])
    assert feeding.feeds
