export * from './video-request.js';
export { VIDEO_SOURCE_TYPE } from './video-source-type.js';
export * from './video.errors.js';
export { VideoEngine, type VideoEngineOptions, type VideoJobOptions } from './video-engine.js';
export { watchVideo } from './watch-video.js';
export { probeSound, probeVideo, type ProbeOptions } from './probe/probe-video.js';
export { type VideoFacts } from './probe/probe-message.js';
export * from './probe/probe.errors.js';
