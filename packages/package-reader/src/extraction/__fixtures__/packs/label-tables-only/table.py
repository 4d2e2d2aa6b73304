LABELS = {"T": "t"}
NODE_CLASS_MAPPINGS = {"Unused File": object}
