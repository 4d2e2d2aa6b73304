// Plays a decoder that never comes back: the event loop is blocked for good.
process.once('message', () => {
  process.send({ type: 'progress', percent: 3 }, () => {
    for (;;);
  });
});
