// Acts as a decoder that never ends, though it reports progress.
process.once('message', () => {
  setInterval(() => {
    const until = Date.now() + 20;
    while (Date.now() < until);
    process.send({ type: 'progress', percent: 3 });
  }, 1);
});
