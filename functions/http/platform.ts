import { loadActor } from '../core/accounts/load-actor';
import { listClientErrors } from '../core/client-errors/list';
import { admitReport, reportClientError } from '../core/client-errors/report';
import { admitContact, sendContact } from '../core/contact/send-contact';
import { getDemo } from '../core/demo/demo';
import { admitFeedback, sendFeedback } from '../core/feedback/send-feedback';
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
    sendFeedback: ({ body }) => sendFeedback(clock, body),
    sendContact: ({ body }) => sendContact(contact, body),
    reportClientError: ({ body, origin }) => reportClientError(clock, body, origin),
    listClientErrors: ({ query }) => listClientErrors(query),
  },
  { admitUser: ({ userId }) => admitUser(clock, userId), loadActor, verifyAccessToken },
  {
    sendFeedback: ({ origin }) => admitFeedback(clock, origin.address),
    sendContact: ({ origin }) => admitContact(clock, origin.address),
    reportClientError: ({ origin }) => admitReport(clock, origin.address),
  },
);
