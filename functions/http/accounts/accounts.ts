import { setTimeout as sleep } from 'node:timers/promises';
import { ACCOUNT_ROUTES } from '#contract/routes/accounts/account';
import { PROFILE_ROUTES } from '#contract/routes/accounts/profile';
import { USAGE_ROUTES } from '#contract/routes/accounts/usage';
import { createApiKey, listApiKeys, revokeApiKey } from '#core/accounts/api-keys/api-keys';
import { createProfile } from '#core/accounts/create-profile';
import { admitUser } from '#core/accounts/limits/tenant-calls';
import { changeLogo, changePicture } from '#core/accounts/pictures';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { getMe, updateMe } from '#core/accounts/profiles/me';
import { endAllSessions } from '#core/accounts/reset';
import { requireFreshProof } from '#core/accounts/security/fresh-proof';
import { noteSession } from '#core/accounts/sessions/note-session';
import { signOut } from '#core/accounts/sockets/sign-out';
import { createDashboardTicket } from '#core/accounts/sockets/tickets';
import { getDeletion, requestDeletion, undoDeletion } from '#core/lifecycle/accounts/delete-account';
import { getExport, openExport, requestExport } from '#core/lifecycle/accounts/export-account';
import { keepBots, previewPlan } from '#core/lifecycle/plans/preview-plan';
import { getUsage } from '#core/lifecycle/plans/show-usage';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment, environmentList } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { readIdentity, writeNames } from '#platform/identity';
import { socketAddress, socketsAt } from '#platform/sockets';
import { endOwnTokens, poolSessions } from '#platform/user-sessions';

const profiles = { clock, readIdentity, adminEmails: environmentList('ADMIN_EMAILS') };
const tickets = { clock, socketUrl: socketAddress(environment('APP_ORIGIN')) };
const sessions = { clock, sockets: socketsAt(), poolSessions };

export const handler = httpHandler(
  'accounts',
  { ...ACCOUNT_ROUTES, ...PROFILE_ROUTES, ...USAGE_ROUTES },
  {
    createProfile: ({ user, body }) => createProfile(profiles, user, body),
    createUserProfile: ({ user, body }) => createProfile(profiles, user, body),
    createMe: ({ user, body }) => createProfile(profiles, user, body),
    getMe: async ({ user, origin }) => {
      const me = await getMe(clock, user);
      await noteSession(sessions, user, origin.userAgent);
      return me;
    },
    updateMe: ({ user, body }) => updateMe({ clock, writeNames }, user, body),
    uploadPicture: ({ user, body }) => changePicture(clock, user, body),
    removePicture: ({ user }) => changePicture(clock, user, null),
    uploadLogo: ({ actor, body }) => changeLogo(clock, actor, body),
    removeLogo: ({ actor }) => changeLogo(clock, actor, null),
    signOut: ({ user }) => signOut(sessions, user),
    signOutEverywhere: ({ user }) => endAllSessions({ clock, sleep, endOwnTokens }, user),
    getUsage: ({ actor }) => getUsage(clock, actor),
    previewPlan: ({ actor, body }) => previewPlan(clock, actor, body),
    keepBots: ({ actor, body }) => keepBots(actor, body),
    listApiKeys: ({ actor }) => listApiKeys(actor),
    createApiKey: ({ actor, body }) => createApiKey(clock, actor, body),
    revokeApiKey: ({ actor, params }) => revokeApiKey(actor, params.apiKeyId),
    getAccountDeletion: ({ actor }) => getDeletion(actor),
    requestAccountDeletion: ({ actor, body }) => requestDeletion(clock, actor, body),
    undoAccountDeletion: ({ actor }) => undoDeletion(clock, actor),
    getAccountExport: ({ actor }) => getExport(clock, actor),
    requestAccountExport: ({ actor }) => requestExport(clock, actor),
    openAccountExport: ({ actor, query }) => openExport(clock, actor, query.volume),
    createSocketTicket: async ({ actor, origin }) => {
      await noteSession(sessions, actor, origin.userAgent);
      return createDashboardTicket(tickets, actor);
    },
  },
  {
    admitUser: ({ userId }) => admitUser(clock, userId),
    loadActor,
    verifyAccessToken,
    requireFreshProof: (caller) => requireFreshProof(clock, caller),
  },
);
