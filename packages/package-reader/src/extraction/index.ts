export { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from './extraction-limits.js';
export { type ExtractedAppNode, type ExtractionResult, type ExtractionUnknown } from './extraction-result.js';
