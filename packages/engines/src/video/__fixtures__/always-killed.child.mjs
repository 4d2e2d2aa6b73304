// Plays a process that the system kills whenever it works on its input.
process.once('message', () => process.kill(process.pid, 'SIGKILL'));
