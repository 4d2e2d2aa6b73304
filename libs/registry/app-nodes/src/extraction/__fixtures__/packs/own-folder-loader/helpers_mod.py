H = 'From helper'
