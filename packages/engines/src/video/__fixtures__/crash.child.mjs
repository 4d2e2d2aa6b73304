// Plays a decoder that dies in native code.
process.once('message', () => process.kill(process.pid, 'SIGSEGV'));
