class One:
    pass


NODES = {"Finder One": One}
