/** Node's or a driver's code on a caught value. Not by `instanceof`: errors of the runtime may come from another realm. */
export function errorCode(error: unknown, property: 'code' | 'errcode' | 'syscall' = 'code'): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, property) : undefined;
}
