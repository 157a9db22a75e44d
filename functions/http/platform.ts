import { loadActor } from '../core/accounts/load-actor';
import { listClientErrors } from '../core/client-errors/list';
import { reportClientError } from '../core/client-errors/report';
import { sendContact } from '../core/contact/send-contact';
import { getDemo } from '../core/demo/demo';
import { sendFeedback } from '../core/feedback/send-feedback';
import { admitUser } from '../core/limits/tenant-calls';
import { voteForFeature, withdrawVote } from '../core/roadmap/vote';
import { getRoadmap, listOwnVotes } from '../core/roadmap/votes';
import { verifyAccessToken } from '../platform/access-token';
import { systemClock as clock } from '../platform/clock';
import { environment } from '../platform/environment';
import { httpHandler } from '../platform/http-handler';
import { sendMail } from '../platform/mail';

const contact = { clock, sendMail, operator: environment('OPERATOR_EMAIL') };

export const handler = httpHandler(
  'platform',
  {
    getDemo: () => getDemo(),
    getRoadmap: () => getRoadmap(),
    listOwnVotes: ({ user }) => listOwnVotes(user),
    voteForFeature: ({ user, params }) => voteForFeature(clock, user, params.featureId),
    withdrawVote: ({ user, params }) => withdrawVote(clock, user, params.featureId),
    sendFeedback: ({ body, origin }) => sendFeedback(clock, body, origin.address),
    sendContact: ({ body, origin }) => sendContact(contact, body, origin.address),
    reportClientError: ({ body, origin }) => reportClientError(clock, body, origin),
    listClientErrors: ({ query }) => listClientErrors(query),
  },
  { admitUser: ({ userId }) => admitUser(clock, userId), loadActor, verifyAccessToken },
);
