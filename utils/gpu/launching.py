"""Makes one recorded launch, by a driver."""
from . import driver

GUARD = 256  # bytes around an array, which nobody may write
PATTERN = b"\xa5" * GUARD


def make(gpu, folder, entry, modules):
    """One launch; the bytes of its arrays afterwards, None for arguments that are none."""
    key = entry["program"]
    if key not in modules:
        modules[key] = gpu.load(folder.get(key))
    function = modules[key].function(entry["kernel"])
    parameters, placed = [], []
    for argument in entry["arguments"]:
        if "scalar" in argument:
            parameters.append(bytes.fromhex(argument["scalar"]))
            placed.append(None)
            continue
        data = folder.get(argument["array"])
        address = gpu.allocate(len(data) + 2 * GUARD)
        gpu.upload(address, PATTERN + data + PATTERN)
        parameters += driver.array_parameters(address + GUARD, argument["shape"])
        placed.append((address, len(data)))
    parameters += function.encode_maps(parameters)
    parameters += [function.encode_im2col(parameters[number][:8], *fields) for number, *fields in entry.get("im2col", [])]
    function.prepare(entry["grid"], parameters, (entry["threads"], 1, 1))()
    gpu.synchronize()
    after = []
    for place in placed:
        if place is None:
            after.append(None)
            continue
        address, size = place
        data = gpu.download(address, size + 2 * GUARD)
        gpu.free(address)
        if data[:GUARD] != PATTERN or data[-GUARD:] != PATTERN:
            raise RuntimeError("memory around an array was written")
        after.append(data[GUARD:-GUARD])
    return after
