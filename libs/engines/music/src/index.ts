export { MusicEngine, type MusicEngineOptions } from './music-engine.js';
export { type MusicPlan, type MusicRequest, type MusicSection } from './plan/music-plan.js';
export { musicSeconds, planMusic } from './plan/plan-music.js';
export { type Pcm } from './song-renderer.js';
