from .a import A_NODES
from .b import B_NODES, MORE
NODE_CLASS_MAPPINGS = A_NODES | B_NODES
NODE_CLASS_MAPPINGS |= MORE
NODE_CLASS_MAPPINGS |= [("Pair", MORE["More"])] and {"Pair": MORE["More"]}
