class Two:
    pass


NODES = {"Finder Two": Two}
