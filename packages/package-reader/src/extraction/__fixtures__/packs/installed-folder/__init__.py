from contextlib import contextmanager


class Known:
    pass


NODE_CLASS_MAPPINGS = {"Known": Known}
# The host names the module by the folder it lies in, which no one knows beforehand.
NODE_CLASS_MAPPINGS[f"{__name__}.Known"] = Known


@contextmanager
def table():
    yield NODE_CLASS_MAPPINGS


with table() as nodes:
    nodes["In a context"] = Known
