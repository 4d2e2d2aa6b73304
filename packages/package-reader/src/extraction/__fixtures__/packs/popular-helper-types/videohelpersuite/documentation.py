def short_desc(desc):
    return [desc]

descriptions = {
    'VHS_Combine': ['Video Combine', short_desc('Combine an image sequence into a video'), {'Inputs': {'images': 'The images'}}],
    'VHS_Info': 'Splits information on a video into many outputs.',
}

def format_each(desc):
    if isinstance(desc, str):
        return desc
    return f"<b>{desc[0]}</b>: {desc[1][0]}"

def format_descriptions(nodes):
    for k in descriptions:
        if k.endswith("Advanced"):
            continue
        nodes[k].DESCRIPTION = format_each(descriptions[k])
    undocumented_nodes = []
    for k in nodes:
        if not hasattr(nodes[k], "DESCRIPTION"):
            undocumented_nodes.append(k)
    if len(undocumented_nodes) > 0:
        print('Some nodes have not been documented', undocumented_nodes)
