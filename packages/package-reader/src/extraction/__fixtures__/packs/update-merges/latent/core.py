from ..mask.nodes import Grow
LATENT_NODES = {'Latent Grow': Grow}
