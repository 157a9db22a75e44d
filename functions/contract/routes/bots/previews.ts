import { BotPreview, Demo } from '../../bots/previews';
import { PublicBot } from '../../bots/public-bot';
import { OpenSession, SessionGrant } from '../../conversations/widget';
import type { Route } from '../route';

/** Bots as they are tried, shown to strangers, and published. */
export const PREVIEW_ROUTES = {
  openTestSession: {
    area: 'bots',
    method: 'POST',
    path: '/api/bots/{botId}/test-sessions',
    caller: 'user',
    permission: 'bots.manage',
    summary: "Begin or resume an editor's conversation with the draft",
    body: OpenSession,
    status: 201,
    response: SessionGrant,
  },
  getPublicBot: {
    area: 'bots',
    method: 'GET',
    path: '/api/bots/{botId}/public',
    caller: 'anyone',
    permission: null,
    summary: 'What strangers may know of a published bot, by its id or its widget id',
    status: 200,
    response: PublicBot,
  },
  getBotPreview: {
    area: 'bots',
    method: 'GET',
    path: '/api/bots/{botId}/preview',
    caller: 'user',
    permission: 'bots.view',
    summary: 'The draft as visitors would see it; of a private bot for its editors only',
    status: 200,
    response: BotPreview,
  },
  openPreviewSession: {
    area: 'bots',
    method: 'POST',
    path: '/api/bots/{botId}/preview-sessions',
    caller: 'user',
    permission: 'bots.view',
    summary: 'Begin or resume a conversation with what the preview shows; it counts nowhere',
    body: OpenSession,
    status: 201,
    response: SessionGrant,
  },
  getDemo: {
    area: 'platform',
    method: 'GET',
    path: '/api/demo',
    caller: 'anyone',
    permission: null,
    summary: 'The bots by which Parley shows itself, and those that help its users',
    status: 200,
    response: Demo,
  },
} as const satisfies Record<string, Route>;
