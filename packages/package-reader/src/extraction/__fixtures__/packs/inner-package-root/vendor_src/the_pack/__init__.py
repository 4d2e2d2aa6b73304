from . import entry as entry
