export { type ChangedThing, ChangeFeed } from './change-feed.js';
export { ChangesModule } from './changes.module.js';
