import nodes
from nodes import NODE_CLASS_MAPPINGS as HOST_MAPPINGS
from . import server as own_server
NODE_CLASS_MAPPINGS = dict(own_server.TABLE)
