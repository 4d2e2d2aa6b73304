class Grey:
    NAME = "grey"
