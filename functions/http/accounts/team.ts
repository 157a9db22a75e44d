import { TEAM_ROUTES } from '#contract/routes/accounts/team';
import { admitUser } from '#core/accounts/limits/tenant-calls';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { requireFreshProof } from '#core/accounts/security/fresh-proof';
import {
  acceptInvitation,
  admitAnswer,
  declineInvitation,
  readInvitation,
} from '#core/accounts/team/answer-invitation';
import { inviteMember, resendInvitation, revokeInvitation } from '#core/accounts/team/invite';
import { listTeam } from '#core/accounts/team/list-team';
import { leaveTeam, removeMember, transferOwnership, updateMember } from '#core/accounts/team/members';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { sendMail } from '#platform/mail';

const invitations = { clock, sendMail, appOrigin: environment('APP_ORIGIN') };

export const handler = httpHandler(
  'team',
  TEAM_ROUTES,
  {
    getTeam: ({ actor }) => listTeam(clock, actor),
    inviteMember: ({ actor, body }) => inviteMember(invitations, actor, body),
    resendInvitation: ({ actor, params }) => resendInvitation(invitations, actor, params.invitationId),
    revokeInvitation: ({ actor, params }) => revokeInvitation(clock, actor, params.invitationId),
    updateMember: ({ actor, params, body }) => updateMember(clock, actor, params.memberId, body),
    removeMember: ({ actor, params }) => removeMember(actor, params.memberId),
    leaveTeam: ({ actor }) => leaveTeam(actor),
    transferOwnership: ({ actor, body }) => transferOwnership(clock, actor, body.userId),
    readInvitation: ({ body }) => readInvitation(clock, body.token),
    acceptInvitation: ({ user, body }) => acceptInvitation(clock, user, body.token),
    declineInvitation: ({ body }) => declineInvitation(clock, body.token),
  },
  {
    admitUser: ({ userId }) => admitUser(clock, userId),
    loadActor,
    verifyAccessToken,
    requireFreshProof: (caller) => requireFreshProof(clock, caller),
  },
  {
    readInvitation: ({ origin }) => admitAnswer(clock, origin.address),
    declineInvitation: ({ origin }) => admitAnswer(clock, origin.address),
  },
);
