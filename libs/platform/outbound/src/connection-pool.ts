import { Agent } from 'undici';
import { checkedConnector, type ConnectorOptions } from './checked-connector.js';

/** Idle connections are closed after this time, or as the server hints, up to the second figure. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 60_000;
const MAX_HEADER_BYTES = 32 * 1_024;

/**
 * A pool of HTTP/1.1 connections. It reads no environment variable, so no proxy is ever used unnoticed; its own
 * time-outs are off because a `Deadline` watches every phase.
 */
export function connectionPool(options: ConnectorOptions & { connectionsPerOrigin: number }): Agent {
  return new Agent({
    connect: checkedConnector(options),
    connections: options.connectionsPerOrigin,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });
}
