import * as z from 'zod';
import { Bot, BotPage, CreateBot, UpdateBot } from './bots';
import { ClientErrorPage, ReportClientError } from './client-errors';
import { SendContact } from './contact';
import { Document, DocumentPage, OriginalLink, RegisterDocument, UploadGrant } from './documents';
import { Receipt, SendFeedback } from './feedback';
import type { Permission } from './permissions';
import { CreatedProfile, CreateProfile, Me, Profile, UpdateProfile } from './profile';
import { CastVote, OwnVotes, RoadmapVotes } from './roadmap';
import { SocketTicket } from './socket';
import { MessageList, OpenSession, SendMessage, SentMessage, SessionGrant } from './widget';

/** Who may call: `user` shows a Cognito access token, `visitor` a widget session's token, `anyone` nothing. */
export type Caller = 'user' | 'visitor' | 'anyone';

/** Which function answers; the infrastructure routes by it. */
export type Area = 'accounts' | 'bots' | 'documents' | 'widget' | 'platform' | 'system';

export interface Route {
  readonly area: Area;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly caller: Caller;
  /** Of a user's call: what she must be permitted to do in the account she acts for. Null: signed in is enough. */
  readonly permission: Permission | null;
  readonly summary: string;
  readonly body?: z.ZodType;
  readonly query?: z.ZodObject;
  readonly status: 200 | 201 | 202 | 204;
  readonly response?: z.ZodType;
}

const Cursor = z.object({
  cursor: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Every HTTP route there is: the server routes by it, the API document is made from it, tests walk it. */
export const ROUTES = {
  health: {
    area: 'system',
    method: 'GET',
    path: '/api/health',
    caller: 'anyone',
    permission: null,
    summary: 'Whether the API answers',
    status: 200,
    response: z.object({ status: z.literal('ok') }),
  },
  openapi: {
    area: 'system',
    method: 'GET',
    path: '/api/openapi.json',
    caller: 'anyone',
    permission: null,
    summary: 'This document',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },

  createProfile: {
    area: 'accounts',
    method: 'POST',
    path: '/api/create-profile',
    caller: 'user',
    permission: null,
    summary: 'Create the profile and account of the signed-in user; repeating changes nothing',
    body: CreateProfile,
    status: 200,
    response: CreatedProfile,
  },
  createUserProfile: {
    area: 'accounts',
    method: 'POST',
    path: '/api/functions/create-user-profile',
    caller: 'user',
    permission: null,
    summary: 'The same as a function call',
    body: CreateProfile,
    status: 200,
    response: CreatedProfile,
  },
  getMe: {
    area: 'accounts',
    method: 'GET',
    path: '/api/me',
    caller: 'user',
    permission: null,
    summary: 'Profile and accounts of the caller',
    status: 200,
    response: Me,
  },
  createMe: {
    area: 'accounts',
    method: 'POST',
    path: '/api/me',
    caller: 'user',
    permission: null,
    summary: 'Write the own profile; one that exists stays as it is',
    body: CreateProfile,
    status: 200,
    response: CreatedProfile,
  },
  updateMe: {
    area: 'accounts',
    method: 'PATCH',
    path: '/api/me',
    caller: 'user',
    permission: null,
    summary: 'Change the own profile',
    body: UpdateProfile,
    status: 200,
    response: Profile,
  },
  createSocketTicket: {
    area: 'accounts',
    method: 'POST',
    path: '/api/socket-tickets',
    caller: 'user',
    permission: 'bots.view',
    summary: 'A ticket for live updates of the account',
    status: 201,
    response: SocketTicket,
  },

  signOut: {
    area: 'accounts',
    method: 'POST',
    path: '/api/sign-out',
    caller: 'user',
    permission: null,
    summary: "End the token's session: its tokens and sockets count no more, in every window",
    status: 204,
  },

  listBots: {
    area: 'bots',
    method: 'GET',
    path: '/api/bots',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Bots of the account, newest first',
    query: Cursor,
    status: 200,
    response: BotPage,
  },
  createBot: {
    area: 'bots',
    method: 'POST',
    path: '/api/bots',
    caller: 'user',
    permission: 'bots.manage',
    summary: 'Create a bot',
    body: CreateBot,
    status: 201,
    response: Bot,
  },
  getBot: {
    area: 'bots',
    method: 'GET',
    path: '/api/bots/{botId}',
    caller: 'user',
    permission: 'bots.view',
    summary: 'One bot',
    status: 200,
    response: Bot,
  },
  updateBot: {
    area: 'bots',
    method: 'PATCH',
    path: '/api/bots/{botId}',
    caller: 'user',
    permission: 'bots.manage',
    summary: 'Change a bot; a stale version gets 409 with the current state',
    body: UpdateBot,
    status: 200,
    response: Bot,
  },

  listDocuments: {
    area: 'documents',
    method: 'GET',
    path: '/api/bots/{botId}/documents',
    caller: 'user',
    permission: 'documents.view',
    summary: 'Documents of a bot, newest first',
    query: Cursor,
    status: 200,
    response: DocumentPage,
  },
  registerDocument: {
    area: 'documents',
    method: 'POST',
    path: '/api/bots/{botId}/documents',
    caller: 'user',
    permission: 'documents.manage',
    summary: 'Announce a file and get a form that uploads it',
    body: RegisterDocument,
    status: 201,
    response: UploadGrant,
  },
  getDocument: {
    area: 'documents',
    method: 'GET',
    path: '/api/bots/{botId}/documents/{documentId}',
    caller: 'user',
    permission: 'documents.view',
    summary: 'One document',
    status: 200,
    response: Document,
  },
  completeUpload: {
    area: 'documents',
    method: 'POST',
    path: '/api/bots/{botId}/documents/{documentId}/complete',
    caller: 'user',
    permission: 'documents.manage',
    summary: 'Say that the upload has ended, so that work starts at once',
    status: 202,
    response: Document,
  },
  deleteDocument: {
    area: 'documents',
    method: 'DELETE',
    path: '/api/bots/{botId}/documents/{documentId}',
    caller: 'user',
    permission: 'documents.manage',
    summary: 'Delete a document; it answers no more from the moment this returns',
    status: 204,
  },
  getOriginal: {
    area: 'documents',
    method: 'GET',
    path: '/api/bots/{botId}/documents/{documentId}/original',
    caller: 'user',
    permission: 'documents.view',
    summary: 'A short-lived link to the original file',
    status: 200,
    response: OriginalLink,
  },

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
  listClientErrors: {
    area: 'platform',
    method: 'GET',
    path: '/api/admin/client-errors',
    caller: 'user',
    permission: 'platform.administer',
    summary: "Errors of people's browsers, the last seen first",
    query: Cursor,
    status: 200,
    response: ClientErrorPage,
  },

  openSession: {
    area: 'widget',
    method: 'POST',
    path: '/api/widget/{widgetId}/sessions',
    caller: 'anyone',
    permission: null,
    summary: 'Begin or resume a visitor conversation',
    body: OpenSession,
    status: 201,
    response: SessionGrant,
  },
  sendMessage: {
    area: 'widget',
    method: 'POST',
    path: '/api/widget/{widgetId}/messages',
    caller: 'visitor',
    permission: null,
    summary: 'Send a message where sockets are blocked',
    body: SendMessage,
    status: 200,
    response: SentMessage,
  },
  listMessages: {
    area: 'widget',
    method: 'GET',
    path: '/api/widget/{widgetId}/messages',
    caller: 'visitor',
    permission: null,
    summary: 'Messages after one',
    query: z.object({ after: z.string().max(64).optional() }),
    status: 200,
    response: MessageList,
  },
  openSource: {
    area: 'widget',
    method: 'GET',
    path: '/api/widget/{widgetId}/sources/{documentId}',
    caller: 'visitor',
    permission: null,
    summary: 'A short-lived link to an original that an answer of this conversation cites',
    status: 200,
    response: OriginalLink,
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;
