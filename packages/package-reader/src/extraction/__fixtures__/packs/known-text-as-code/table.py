class FromFile:
    pass


NODES = {"From file": FromFile}
