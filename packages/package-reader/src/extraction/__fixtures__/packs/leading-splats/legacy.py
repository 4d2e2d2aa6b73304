class Legacy:
    pass


table = {"x": Legacy}
