export { extractAppNodes, readPackage, type ReadPackage, scanPackage } from './read-package.js';
