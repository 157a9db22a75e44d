import * as z from 'zod';
import { PublicStatus } from '../../accounts/platform-settings';
import { ReportClientError } from '../../site/client-errors';
import { SendContact } from '../../site/contact';
import { Receipt, SendFeedback } from '../../site/feedback';
import { CastVote, OwnVotes, RoadmapVotes } from '../../site/roadmap';
import type { Route } from '../route';

/** The roadmap, feedback, messages to the operator, error reports. */
export const PLATFORM_ROUTES = {
  getRoadmap: {
    area: 'platform',
    method: 'GET',
    path: '/api/roadmap',
    caller: 'anyone',
    permission: null,
    summary: 'Votes of the features that can be voted on',
    status: 200,
    response: RoadmapVotes,
  },
  listOwnVotes: {
    area: 'platform',
    method: 'GET',
    path: '/api/roadmap/votes',
    caller: 'user',
    permission: null,
    summary: 'What the caller has voted for',
    status: 200,
    response: OwnVotes,
  },
  voteForFeature: {
    area: 'platform',
    method: 'POST',
    path: '/api/roadmap/{featureId}/vote',
    caller: 'user',
    permission: null,
    summary: 'Vote for a planned or future feature; repeating changes nothing',
    status: 200,
    response: CastVote,
  },
  withdrawVote: {
    area: 'platform',
    method: 'DELETE',
    path: '/api/roadmap/{featureId}/vote',
    caller: 'user',
    permission: null,
    summary: 'Take the own vote back; repeating changes nothing',
    status: 200,
    response: CastVote,
  },
  sendFeedback: {
    area: 'platform',
    method: 'POST',
    path: '/api/feedback',
    caller: 'anyone',
    permission: null,
    summary: 'Say what is good, bad or missing',
    body: SendFeedback,
    status: 201,
    response: Receipt,
  },
  sendContact: {
    area: 'platform',
    method: 'POST',
    path: '/api/contact',
    caller: 'anyone',
    permission: null,
    summary: 'Write to the operator',
    body: SendContact,
    status: 201,
    response: Receipt,
  },
  getPublicStatus: {
    area: 'platform',
    method: 'GET',
    path: '/api/status',
    caller: 'anyone',
    permission: null,
    summary: 'The notice of maintenance, whether people can sign up, and limits that differ from the plans',
    status: 200,
    response: PublicStatus,
  },
  reportClientError: {
    area: 'platform',
    method: 'POST',
    path: '/api/client-errors',
    caller: 'anyone',
    permission: null,
    summary: 'Report an error that a browser caught',
    body: ReportClientError,
    status: 202,
    response: z.object({ id: z.string() }),
  },
} as const satisfies Record<string, Route>;
