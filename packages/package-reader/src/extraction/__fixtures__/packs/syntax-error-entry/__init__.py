NODE_CLASS_MAPPINGS = {"Bad": 1
class (:
