// Plays a decoder that takes memory outside the script heap without end.
process.once('message', () => {
  const blocks = [];
  setInterval(() => blocks.push(Buffer.alloc(32 * 1024 * 1024, 1)), 5);
});
