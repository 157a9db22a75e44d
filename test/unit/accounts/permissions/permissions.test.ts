import { expect, test } from 'vitest';
import { hasAnyRole, hasRole, type Permission, permits } from '#contract/base/permissions';
import { ProfileRole, TeamRole } from '#contract/base/roles';

test.each<[Permission, readonly ProfileRole[]]>([
  ['users.manage', ['admin']],
  ['platform.administer', ['admin']],
  ['bots.manage', ['admin', 'client']],
  ['analytics.view', ['admin', 'client', 'viewer']],
  ['settings.edit', ['admin', 'client']],
  ['data.export', ['admin', 'client']],
])('%s is permitted to the profile roles %j', (permission, roles) => {
  for (const profile of ProfileRole.options)
    expect(permits(permission, { profile, team: 'owner' })).toBe(roles.includes(profile));
});

test('a call needs both what the profile role and what the team role permits', () => {
  expect(permits('bots.manage', { profile: 'client', team: 'owner' })).toBe(true);
  expect(permits('bots.manage', { profile: 'client', team: 'member' })).toBe(false);
  expect(permits('bots.manage', { profile: 'viewer', team: 'owner' })).toBe(false);
  for (const team of TeamRole.options)
    expect(permits('users.manage', { profile: 'client', team })).toBe(false);
});

test('a person has their role, and one of several', () => {
  expect(hasRole({ role: 'client' }, 'client')).toBe(true);
  expect(hasRole({ role: 'admin' }, 'client')).toBe(false);
  expect(hasAnyRole({ role: 'viewer' }, ['admin', 'viewer'])).toBe(true);
  expect(hasAnyRole({ role: 'viewer' }, ['admin', 'client'])).toBe(false);
  expect(hasAnyRole({ role: 'viewer' }, [])).toBe(false);
});
