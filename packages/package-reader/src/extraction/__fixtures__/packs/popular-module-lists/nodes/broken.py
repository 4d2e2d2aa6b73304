import not_installed_anywhere_at_all
raise ImportError("needs more than there is")
