export { type ChangedThing, ChangeFeed } from './changes.service.js';
export { ChangesModule } from './changes.module.js';
