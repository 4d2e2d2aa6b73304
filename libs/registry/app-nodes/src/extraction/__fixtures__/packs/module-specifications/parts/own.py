class Own:
    pass
