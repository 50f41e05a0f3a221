"""Store the weights of a graph as its products take them.

Where layers share weights, as those of ALBERT do, torch's exporter has the graph transpose them
each time it is asked. Products of what is transposed on the way would never be in eight bits.
"""

from __future__ import annotations

from pathlib import Path

import onnx
from onnx import GraphProto, NodeProto, helper, numpy_helper

from subpunct_app.training.finish.observing import save


def turn_weights(path: Path) -> None:
    """Rewrite a graph, where it transposes weights, so that they are stored transposed."""
    if not _turning(onnx.load(path, load_external_data=False).graph):
        return
    model = onnx.load(path)
    for node in _turning(model.graph):
        _turn(model.graph, node)
    save(model, path, "turned")


def _turning(graph: GraphProto) -> list[NodeProto]:
    """Return the nodes that transpose weights."""
    weights = {weight.name for weight in graph.initializer}
    return [node for node in graph.node if node.op_type == "Transpose" and node.input[0] in weights]


def _turn(graph: GraphProto, node: NodeProto) -> None:
    """Store what a node makes of weights in its place, and those no more that nobody else takes."""
    name, turned = node.input[0], node.output[0]
    weight = next(weight for weight in graph.initializer if weight.name == name)
    # Without an order of the axes, the node turns them all around.
    order = next((helper.get_attribute_value(attribute) for attribute in node.attribute), None)
    values = numpy_helper.to_array(weight).transpose(order)
    graph.initializer.append(numpy_helper.from_array(values, turned))
    graph.node.remove(node)
    if not any(name in other.input for other in graph.node):
        graph.initializer.remove(weight)
