import type { ExecutionContext } from '@nestjs/common';

type Handler = ReturnType<ExecutionContext['getHandler']>;
type Controller = ReturnType<ExecutionContext['getClass']>;

/** What `find` says of a route, by its decorators: asked once, as looking metadata up costs more than most checks. */
export class PerRoute<T> {
  private readonly known = new Map<Controller, Map<Handler, T>>();

  constructor(private readonly find: (context: ExecutionContext) => T) {}

  of(context: ExecutionContext): T {
    const controller = context.getClass();
    const handler = context.getHandler();
    let routes = this.known.get(controller);
    if (!routes) this.known.set(controller, (routes = new Map()));
    if (!routes.has(handler)) routes.set(handler, this.find(context));
    return routes.get(handler) as T;
  }
}
