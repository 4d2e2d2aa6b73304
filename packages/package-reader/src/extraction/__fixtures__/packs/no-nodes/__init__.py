import os
WEB_DIRECTORY = './js'
