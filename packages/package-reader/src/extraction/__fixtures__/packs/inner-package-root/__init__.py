import sys
from pathlib import Path
sys.path.insert(0, str(Path(__file__).parent / "vendor_src"))
from the_pack.entry import NODE_CLASS_MAPPINGS, NODE_DISPLAY_NAME_MAPPINGS
from the_pack import extra as _x
NODE_CLASS_MAPPINGS = {**NODE_CLASS_MAPPINGS, **{k: v for k, v in vars(_x).items() if isinstance(v, type) and getattr(v, "EXPORT", False)}}
