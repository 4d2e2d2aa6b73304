from server import PromptServer
from aiohttp import web

@PromptServer.instance.routes.get("/easyuse/version")
async def version(request):
    return web.Response(text="1")
