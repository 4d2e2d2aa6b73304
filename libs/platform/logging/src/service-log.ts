import { createRequire } from 'node:module';
import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import type PrettyStream from 'pino-pretty';
import { logFields } from './log-context.js';
import { loggableError } from './loggable-error.js';
import type { LoggingSettings } from './logging.settings.js';
import { tellOfLine } from './problem-lines.js';
import { scrub } from './scrub.js';

const require = createRequire(import.meta.url);

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
type Fields = Record<string, unknown>;

/** Nest logs every module and route, and that it has started before a port is open; these lines are logged at level debug only. */
const START_UP_CONTEXTS = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * The log of the process: structured lines on standard output, for us and for Nest. Texts and errors are scrubbed of
 * tokens, passwords, query strings and e-mail addresses; `about` adds the fields of every line, such as the request.
 */
export class ServiceLog implements LoggerService {
  private readonly logger: Logger;
  private readonly isPretty: boolean;

  constructor(settings: LoggingSettings, about: () => object, destination?: DestinationStream) {
    const isPretty = settings.format === 'pretty' || (settings.format === 'auto' && process.stdout.isTTY);
    this.isPretty = isPretty;
    this.logger = pino(
      {
        level: settings.level,
        base: { pid: process.pid },
        timestamp: stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { err: (error: unknown) => loggableError(error) },
        mixin: () => ({ ...logFields(), ...about() }),
        hooks: {
          streamWrite: (line) => {
            tellOfLine(line);
            return line;
          },
        },
      },
      destination ?? (isPretty ? forPeople() : pino.destination({ sync: false })),
    );
  }

  /** Logs fields that are known to be harmless. */
  record(level: Level, fields: object, text: string): void {
    this.logger[level](fields, text);
  }

  /** Logs a line whatever the level: as `screen` for people, as fields for machines. */
  announce(fields: object, text: string, screen: string): void {
    if (this.isPretty) process.stdout.write(`${screen}\n`);
    else this.logger.child({}, { level: 'info' }).info(fields, text);
  }

  log(message: unknown, ...parameters: unknown[]): void {
    const context = parameters.at(-1);
    this.write(
      typeof context === 'string' && START_UP_CONTEXTS.has(context) ? 'debug' : 'info',
      message,
      parameters,
    );
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.write('fatal', message, parameters);
  }

  error(message: unknown, ...parameters: unknown[]): void {
    this.write('error', message, parameters);
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.write('warn', message, parameters);
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.write('debug', message, parameters);
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.write('trace', message, parameters);
  }

  flush(): void {
    this.logger.flush();
  }

  /** Nest passes the class name last, sometimes preceded by a stack or a text. */
  private write(level: Level, message: unknown, parameters: readonly unknown[]): void {
    if (!this.logger.isLevelEnabled(level)) return;
    const context = parameters.at(-1);
    const texts = parameters.slice(0, -1).filter((entry) => typeof entry === 'string');
    if (typeof message !== 'object' || message === null) {
      const stack = texts[0] === undefined ? {} : { stack: scrub(texts[0]) };
      this.logger[level]({ context, ...stack }, scrub(String(message)));
    } else if (message instanceof Error) {
      this.logger[level]({ context, err: message }, scrub(message.message));
    } else {
      this.logger[level]({ context, ...scrubbed(message as Fields) }, scrub(texts[0] ?? ''));
    }
  }
}

/** Loaded only for a terminal. */
function forPeople(): DestinationStream {
  const pretty = require('pino-pretty') as typeof PrettyStream;
  return pretty({ sync: true, ignore: 'pid' });
}

function scrubbed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? scrub(value) : value]),
  );
}
