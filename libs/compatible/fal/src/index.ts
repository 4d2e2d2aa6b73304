export { FalModule } from './fal.module.js';
