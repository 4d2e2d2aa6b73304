class Extra:
    pass


NODES = {"Optional": Extra}
