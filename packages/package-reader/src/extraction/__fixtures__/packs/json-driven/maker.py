def create(data):
    class Made:
        CATEGORY = data.get('category', 'made')
        DESCRIPTION = data['name']
    return Made
