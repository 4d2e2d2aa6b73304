from .nodes import Wrong as Right
TABLE = {'Right': Right}
