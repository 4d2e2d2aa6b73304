module.exports = (request, options) => {
  if (request[0] === '.' && request.endsWith('.js') && !options.basedir.includes('/node_modules/')) {
    try {
      return options.defaultResolver(request.slice(0, -3) + '.ts', options);
    } catch {}
  }
  return options.defaultResolver(request, options);
};
