export { MUSIC_SOURCE_TYPE } from './mp3-encoder.js';
export { MusicEngine } from './music-engine.js';
export { type MusicPlan, type MusicRequest, type MusicSection } from './plan/music-plan.js';
export { musicSeconds, planMusic } from './plan/plan-music.js';
export { SongRenderer } from './song-renderer.js';
