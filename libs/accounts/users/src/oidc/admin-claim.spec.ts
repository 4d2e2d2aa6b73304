import { claimsAdmin } from './admin-claim.js';

describe('the claim that grants the admin role', () => {
  it.each([
    ['is_admin', { is_admin: true }, true],
    ['is_admin', { is_admin: 'true' }, true],
    ['is_admin', { is_admin: 1 }, false],
    ['is_admin', { is_admin: ['true'] }, false],
    ['is_admin', {}, false],
    ['role=admin', { role: 'admin' }, true],
    ['role=admin', { role: 'administrator' }, false],
    ['groups=a=b', { groups: ['x', 'a=b'] }, true],
    ['groups=admins', { groups: ['admins-of-another'] }, false],
    ['groups=admins', { groups: { admins: true } }, false],
    ['realm_access.roles=admin', { realm_access: { roles: ['admin'] } }, true],
    ['https://a.example/roles=admin', { 'https://a.example/roles': ['admin'] }, true],
    ['constructor.name=Object', {}, false],
    ['a.b.c=x', { a: { b: null } }, false],
  ])('%s of %j: %s', (rule, claims, isAdmin) => {
    expect(claimsAdmin(rule, claims)).toBe(isAdmin);
  });
});
