export { extractAppNodes, scanPackage } from './read-package.js';
