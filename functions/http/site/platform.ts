import { PREVIEW_ROUTES } from '#contract/routes/bots/previews';
import { HELP_ROUTES } from '#contract/routes/site/help';
import { PLATFORM_ROUTES } from '#contract/routes/site/platform';
import { admitUser } from '#core/accounts/limits/tenant-calls';
import { readPublicStatus } from '#core/accounts/platform-settings/settings';
import { loadActor } from '#core/accounts/profiles/load-actor';
import { getDemo } from '#core/operator/demo/demo';
import { admitReport, reportClientError } from '#core/site/client-errors/report';
import { listOwnSubmissions } from '#core/site/contact/own-submissions';
import { admitContact, sendContact, sendOwnContact } from '#core/site/contact/send-contact';
import { admitFeedback, sendFeedback, sendOwnFeedback } from '#core/site/feedback/send-feedback';
import { voteForFeature, withdrawVote } from '#core/site/roadmap/vote';
import { getRoadmap, listOwnVotes } from '#core/site/roadmap/votes';
import { verifyAccessToken } from '#platform/access-token';
import { systemClock as clock } from '#platform/clock';
import { environment } from '#platform/environment';
import { httpHandler } from '#platform/http-handler';
import { sendMail } from '#platform/mail';

const contact = {
  clock,
  sendMail,
  operator: environment('OPERATOR_EMAIL'),
  appOrigin: environment('APP_ORIGIN'),
};

export const handler = httpHandler(
  'platform',
  { ...HELP_ROUTES, ...PLATFORM_ROUTES, ...PREVIEW_ROUTES },
  {
    getDemo: () => getDemo(),
    getRoadmap: () => getRoadmap(),
    listOwnVotes: ({ user }) => listOwnVotes(user),
    voteForFeature: ({ user, params }) => voteForFeature(clock, user, params.featureId),
    withdrawVote: ({ user, params }) => withdrawVote(clock, user, params.featureId),
    sendFeedback: ({ body }) => sendFeedback(clock, body),
    sendContact: ({ body, origin }) => sendContact(contact, body, origin.address),
    sendOwnFeedback: ({ actor, body }) => sendOwnFeedback(clock, actor, body),
    sendOwnContact: ({ actor, body }) => sendOwnContact(contact, actor, body),
    listOwnSubmissions: ({ user, query }) => listOwnSubmissions(user, query),
    reportClientError: ({ body, origin }) => reportClientError(clock, body, origin),
    getPublicStatus: () => readPublicStatus(),
  },
  { admitUser: ({ userId }) => admitUser(clock, userId), loadActor, verifyAccessToken },
  {
    sendFeedback: ({ origin }) => admitFeedback(clock, origin.address),
    sendContact: ({ origin }) => admitContact(clock, origin.address),
    reportClientError: ({ origin }) => admitReport(clock, origin.address),
  },
);
