from .collect import Collector
collector = Collector(prefix="Col")
from .items import *
collector.add_all(__name__)
collector += Extra
NODE_CLASS_MAPPINGS = collector.classes
NODE_DISPLAY_NAME_MAPPINGS = collector.labels
