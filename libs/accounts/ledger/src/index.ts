export { Ledger } from './ledger.js';
export { LedgerCheck } from './ledger-check.js';
export { CreditsExhausted } from './ledger.errors.js';
export type { Hold, Settlement, TaskEntry, VendorCost } from './ledger.repository.js';
export { LedgerModule } from './ledger.module.js';
export { LedgerSettings } from './ledger.settings.js';
export { UsageModule } from './usage/usage.module.js';
