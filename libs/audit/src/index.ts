export { AuditModule } from './audit.module.js';
export { type AuditedAct, AuditLog } from './audit.service.js';
