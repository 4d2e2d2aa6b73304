raise RuntimeError('never')
