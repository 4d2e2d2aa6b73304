export { OpenAiModule } from './open-ai.module.js';
