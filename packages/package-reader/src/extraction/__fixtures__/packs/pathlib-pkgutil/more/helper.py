NODE_CLASS_MAPPINGS = {'helper': None}
