import { type ChildProcess, spawn } from 'node:child_process';
import type { SystemUser } from './system-user.js';

/**
 * Runs the program given as arguments until it ends or standard input is closed, which happens in any death of the
 * parent, `kill -9` too. Then it is asked to stop (SIGINT: PostgreSQL's fast shutdown) and after 20 s made to.
 * Signals sent to a whole service group must not end this shell early: the server would then be left alone.
 */
const TIE = `
trap '' HUP INT TERM
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
(
  read -r _ <&3
  kill -INT $program
  tries=0
  while [ $tries -lt 200 ] && kill -0 $program; do sleep 0.1; tries=$((tries + 1)); done
  kill -QUIT $program
) >/dev/null 2>&1 &
watcher=$!
wait $program
status=$?
kill -KILL $watcher 2>/dev/null
exit $status
`;

/** How much of a program's last output is kept for error messages. */
const TAIL_CHARS = 4_000;

/** A program that cannot outlive this process. */
export type TiedProcess = {
  /** Settles when the program has ended, with its status: 0, an error, or 128 plus a signal's number. */
  readonly ended: Promise<number>;
  /** True once `ended` has settled. */
  hasEnded(): boolean;
  /** The last few thousand characters that it wrote. */
  tail(): string;
  /** Asks the program to stop; await `ended` for it. */
  untie(): void;
};

/** Starts a program tied to this process, under another account when `user` is given; `log` gets its output by line. */
export function spawnTied(
  program: string,
  programArguments: string[],
  user: SystemUser | undefined,
  log: (line: string) => void,
): TiedProcess {
  const child = spawn('/bin/sh', ['-c', TIE, 'sh', program, ...programArguments], {
    ...(user && { uid: user.uid, gid: user.gid }),
    cwd: '/',
    // Nothing of the service's environment: PGPORT and the like would change the server's settings.
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' },
    detached: true, // a Ctrl-C in the terminal is for the service, which stops the server when it is done with it
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let tail = '';
  forEachLine(child, (line) => {
    tail = `${tail}${line}\n`.slice(-TAIL_CHARS);
    log(line);
  });
  let status: number | undefined;
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve((status = code ?? 1)));
  });
  ended.catch(() => undefined); // awaiting it is optional, and shows the failure
  return {
    ended,
    hasEnded: () => status !== undefined,
    tail: () => tail,
    untie: () => child.stdin?.end(),
  };
}

function forEachLine(child: ChildProcess, take: (line: string) => void): void {
  child.stdin?.on('error', () => undefined); // the program may be gone when it is asked to stop
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.filter(Boolean).forEach(take);
    });
    stream?.on('end', () => rest && take(rest));
  }
}
