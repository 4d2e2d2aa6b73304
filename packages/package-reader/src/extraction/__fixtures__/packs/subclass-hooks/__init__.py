from . import nodes_impl
from .base import Node, MetaNode, COLLECTED, META
NODE_CLASS_MAPPINGS = dict(COLLECTED)
NODE_CLASS_MAPPINGS.update({f"sub {c.__name__}": c for c in Node.__subclasses__()})
NODE_CLASS_MAPPINGS.update(META)
