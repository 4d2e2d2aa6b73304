class Kept:
    pass


print ("loading")
NODES = {"Kept": Kept}
