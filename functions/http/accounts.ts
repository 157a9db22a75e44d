import { createProfile } from '../core/accounts/create-profile';
import { loadActor } from '../core/accounts/load-actor';
import { getMe, updateMe } from '../core/accounts/profile';
import { admitUser } from '../core/limits/tenant-calls';
import { signOut } from '../core/sessions/sign-out';
import { createDashboardTicket } from '../core/sockets/tickets';
import { verifyAccessToken } from '../platform/access-token';
import { systemClock as clock } from '../platform/clock';
import { environment, environmentList } from '../platform/environment';
import { httpHandler } from '../platform/http-handler';
import { readIdentity } from '../platform/identity';
import { socketAddress, socketsAt } from '../platform/sockets';

const profiles = { clock, readIdentity, adminEmails: environmentList('ADMIN_EMAILS') };
const tickets = { clock, socketUrl: socketAddress(environment('APP_ORIGIN')) };
const sessions = { clock, sockets: socketsAt() };

export const handler = httpHandler(
  'accounts',
  {
    createProfile: ({ user, body }) => createProfile(profiles, user, body),
    createUserProfile: ({ user, body }) => createProfile(profiles, user, body),
    createMe: ({ user, body }) => createProfile(profiles, user, body),
    getMe: ({ user }) => getMe(clock, user),
    updateMe: ({ user, body }) => updateMe(clock, user, body),
    signOut: ({ user }) => signOut(sessions, user),
    createSocketTicket: ({ actor }) => createDashboardTicket(tickets, actor),
  },
  { admitUser: ({ userId }) => admitUser(clock, userId), loadActor, verifyAccessToken },
);
