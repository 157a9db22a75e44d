/** Roles of a person on the platform. New sign-ups get client. */
export const PROFILE_ROLES = ['admin', 'client', 'viewer'] as const;
export type ProfileRole = (typeof PROFILE_ROLES)[number];

/** Roles of a person in one account. */
export const TEAM_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

/**
 * The permissions of each role. A call needs both: the profile role and the team role of the account it acts for.
 * The server decides by this table, the browser only mirrors it.
 */
export const PERMISSIONS = {
  'users.manage': { profile: ['admin'], team: ['owner', 'admin', 'member', 'viewer'] },
  /** The platform's own administration: error reports of all tenants' browsers. */
  'platform.administer': { profile: ['admin'], team: ['owner', 'admin', 'member', 'viewer'] },
  'bots.view': { profile: ['admin', 'client', 'viewer'], team: ['owner', 'admin', 'member', 'viewer'] },
  'bots.manage': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  'documents.view': { profile: ['admin', 'client', 'viewer'], team: ['owner', 'admin', 'member', 'viewer'] },
  'documents.manage': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  'conversations.view': {
    profile: ['admin', 'client', 'viewer'],
    team: ['owner', 'admin', 'member', 'viewer'],
  },
  'conversations.answer': { profile: ['admin', 'client'], team: ['owner', 'admin', 'member'] },
  'conversations.delete': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  'analytics.view': { profile: ['admin', 'client', 'viewer'], team: ['owner', 'admin', 'member', 'viewer'] },
  'settings.edit': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  'data.export': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  'billing.view': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  'billing.manage': { profile: ['admin', 'client'], team: ['owner'] },
  'team.view': { profile: ['admin', 'client', 'viewer'], team: ['owner', 'admin', 'member', 'viewer'] },
  'team.manage': { profile: ['admin', 'client'], team: ['owner', 'admin'] },
  /** An owner hands their account over first: an account is never without one. */
  'team.leave': { profile: ['admin', 'client', 'viewer'], team: ['admin', 'member', 'viewer'] },
  /** All of the account at once: its deletion, and a copy of everything in it. */
  'account.own': { profile: ['admin', 'client'], team: ['owner'] },
  'team.transfer': { profile: ['admin', 'client'], team: ['owner'] },
} as const satisfies Record<string, { profile: readonly ProfileRole[]; team: readonly TeamRole[] }>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether only administrators of the platform have a permission, whatever their role in an account. */
export function isForAdmins(permission: Permission): boolean {
  const { profile }: { readonly profile: readonly ProfileRole[] } = PERMISSIONS[permission];
  return profile.length === 1 && profile[0] === 'admin';
}

export function permits(permission: Permission, roles: { profile: ProfileRole; team: TeamRole }): boolean {
  const rule: { profile: readonly ProfileRole[]; team: readonly TeamRole[] } = PERMISSIONS[permission];
  return rule.profile.includes(roles.profile) && rule.team.includes(roles.team);
}

/** Whether a person has this role on the platform. */
export function hasRole(person: { readonly role: ProfileRole }, role: ProfileRole): boolean {
  return person.role === role;
}

/** Whether a person has one of these roles on the platform. */
export function hasAnyRole(person: { readonly role: ProfileRole }, roles: readonly ProfileRole[]): boolean {
  return roles.includes(person.role);
}
