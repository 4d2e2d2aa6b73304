from .impl import *
from .second import *
