export { AuditModule } from './audit.module.js';
export { type AuditedChange, AuditLog } from './audit-log.js';
