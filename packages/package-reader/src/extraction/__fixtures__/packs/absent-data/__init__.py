import json
import os

class Fixed:
    pass

NODE_CLASS_MAPPINGS = {"Fixed": Fixed}
with open(os.path.join(os.path.dirname(__file__), "made_at_first_start.json")) as file:
    NODE_CLASS_MAPPINGS.update({entry: Fixed for entry in json.load(file)})
