class Gone:
    pass


print "loading"
NODES = {"Gone": Gone}
