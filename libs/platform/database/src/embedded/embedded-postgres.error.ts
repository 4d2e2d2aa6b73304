import { errorCode } from './error-code.js';

/** What kept the embedded PostgreSQL from serving; stable, for callers that decide on it. */
export type EmbeddedPostgresErrorCode =
  | 'unsupported_platform'
  | 'data_directory_in_use'
  | 'data_directory_unusable'
  | 'disk_full'
  | 'database_damaged'
  | 'server_failed';

/** SQLite, which locks the folder, has its own code for a full disk: https://sqlite.org/rescode.html#full. */
const SQLITE_FULL = 13;

/** What the server, or a first look into it, says of a data folder that lacks files or holds broken ones. */
const SIGNS_OF_DAMAGE =
  /control file|pg_control|files are incompatible|checkpoint record|WAL directory|status of transaction|could not (?:open|read) (?:file|directory) "(?:base|global|pg_)/;
/** Data corrupted, index corrupted, a file that cannot be read or is not there, a database whose folder is gone. */
const CODES_OF_DAMAGE = ['XX001', 'XX002', '58030', '58P01', '3D000'];

/** The embedded PostgreSQL cannot run; the message says what to do about it. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';

  constructor(
    readonly code: EmbeddedPostgresErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Turns file system failures met below `directory` into sentences; anything else is passed through. */
  static explain(error: unknown, directory: string): unknown {
    if (errorCode(error, 'errcode') === SQLITE_FULL) return EmbeddedPostgresError.diskFull(directory, error);
    switch (errorCode(error)) {
      case 'ENOSPC':
      case 'EDQUOT':
        return EmbeddedPostgresError.diskFull(directory, error);
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
      case 'ENOTDIR':
        return EmbeddedPostgresError.unusable(directory, error);
      // A read-only file system answers so to a recursive mkdir.
      case 'ENOENT':
        return errorCode(error, 'syscall') === 'mkdir'
          ? EmbeddedPostgresError.unusable(directory, error)
          : error;
      default:
        return error;
    }
  }

  /** A program of PostgreSQL ended in failure; `output` is the end of what it said. */
  static failed(program: string, directory: string, output: string): EmbeddedPostgresError {
    if (/no space left on device|disk quota exceeded|check free disk space/i.test(output)) {
      return EmbeddedPostgresError.diskFull(directory, new Error(output));
    }
    if (SIGNS_OF_DAMAGE.test(output)) {
      const last = /^(?:FATAL|PANIC|postgres): +(.*)$/m.exec(output)?.[1];
      return EmbeddedPostgresError.damaged(directory, last ?? output.trim());
    }
    return new EmbeddedPostgresError(
      'server_failed',
      `${program} failed in ${directory}: ${output.trim() || 'no output'}`,
    );
  }

  /** The first statements met what is broken in `directory`; any other refusal is passed through. */
  static explainRefusal(error: unknown, directory: string): unknown {
    const isDamaged = CODES_OF_DAMAGE.includes(String(errorCode(error)));
    return isDamaged ? EmbeddedPostgresError.damaged(directory, (error as Error).message) : error;
  }

  /** What is stored in `directory` cannot be read any more. */
  static damaged(directory: string, problem: string): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      'database_damaged',
      `The database in ${directory} is damaged: ${problem}. Move that folder away and restore the last backup: ` +
        'npm run restore -- <file of npm run backup>',
    );
  }

  private static unusable(directory: string, cause: unknown): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      'data_directory_unusable',
      `Cannot write to the database folder ${directory} (${String(cause)}). ` +
        'Make it writable for the account that runs the service, or point DATA_DIR elsewhere.',
      { cause },
    );
  }

  private static diskFull(directory: string, cause: unknown): EmbeddedPostgresError {
    return new EmbeddedPostgresError(
      'disk_full',
      `The disk that holds the database folder ${directory} is full. Free some space (at least 200 MB) and start again; ` +
        'what was already stored is kept.',
      { cause },
    );
  }
}
