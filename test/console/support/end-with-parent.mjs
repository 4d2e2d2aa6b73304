// However the tests end, the service that they started ends as well: the channel to them carries no messages.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
