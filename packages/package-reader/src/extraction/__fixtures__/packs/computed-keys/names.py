from enum import Enum
SUFFIX = "mtb"
def make(text, version=None):
    tail = f" v{version}" if version is not None else ""
    return text.capitalize() + " " + SUFFIX.upper() + tail
class Keys(str, Enum):
    GAMMA = "Gamma//key"
