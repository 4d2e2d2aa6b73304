// Acts as a decoder that waits for something that never comes.
process.on('message', () => undefined);
