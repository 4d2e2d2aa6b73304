export { openProcessDatabase, type ProcessDatabase, startAhead, withDatabase } from './process-database.js';
