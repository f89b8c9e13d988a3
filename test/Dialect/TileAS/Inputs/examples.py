"""Types and attributes of nv_tileas: those of nv_tileaa, whose constraints its operations have."""
import importlib.util
import pathlib

OTHER = pathlib.Path(__file__).resolve().parents[2] / "TileAA" / "Inputs" / "examples.py"
SPEC = importlib.util.spec_from_file_location("tileaa_examples", OTHER)
TILEAA = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(TILEAA)

DIALECT = "nv_tileas"
PREFIX, ATTRIBUTES, ALWAYS_TRUE = TILEAA.PREFIX, TILEAA.ATTRIBUTES, TILEAA.ALWAYS_TRUE
TILEAA.ELEMENTS.update({name: (["f32", "f16"], "index") for name in ("TileAS_DotOperand", "TileAS_Accumulator", "TileAS_StageResult")})
# This is tested in pipelines-invalid.mlir: it has another position.
SKIPPED = {"async.pipeline.yield"}
# Types of pipelines and TMA copies, by constraint.
PIPELINES = {
    "PipelineType": ["pipeline<3, full = <threads, 1>, empty = <threads, 1>>"],
    "PipelineIteratorType": ["pipeline_iterator<producer, 3>", "pipeline_iterator<consumer, 3>"],
    "ProducerIterator": ["pipeline_iterator<producer, 3>", "pipeline_iterator<producer, 2>"],
    "ConsumerIterator": ["pipeline_iterator<consumer, 3>", "pipeline_iterator<consumer, 2>"],
    "PipelineProducerTokenType": ["pipeline_producer_token"],
    "PipelineConsumerTokenType": ["pipeline_consumer_token"],
    "OrderType": ["order<agents = 2, warps = 1>"],
    "OrderIteratorType": ["order_iterator"],
    "FutureType": ["async.future<tensor<8xf32, #nv_tileas.layout<{lane=[[1],[2],[4],[0],[0]]}>>>"],
    "TmaDescriptorIterType": [f"tma_descriptor_iter<{TILEAA.OTHERS['TiledViewType'][0]}, {TILEAA.BUFFER}>"],
}
wrong, further, inside = TILEAA.wrong, TILEAA.further, TILEAA.inside


def examples(constraint):
    """The same as for nv_tileaa."""
    types = [f"!nv_tileas.{type_}" for type_ in PIPELINES.get(constraint.removeprefix("TileAS_"), [])]
    return dict(zip(["first", "type"], types)) if types else TILEAA.examples(constraint)
