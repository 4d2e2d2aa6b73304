VERSION = ".".join(map(str, (1, 20, 3)))
NAMESPACE = "ns" + ":" * 2
