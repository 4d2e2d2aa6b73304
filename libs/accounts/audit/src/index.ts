export { AuditModule } from './audit.module.js';
export { type Actor, type AuditedChange, AuditLog } from './audit-log.js';
