import { expect } from 'vitest';
import type * as z from 'zod';
import { ErrorBody, type ErrorCode, STATUS } from '../../../functions/contract/errors';
import { CreateProfile } from '../../../functions/contract/profile';
import { ROUTES, type Route, type RouteName } from '../../../functions/contract/routes';
import type { ApiClient, CallOptions } from '../../helpers/users';

type Body<NAME extends RouteName> = (typeof ROUTES)[NAME] extends {
  readonly response: infer SCHEMA extends z.ZodType;
}
  ? z.output<SCHEMA>
  : undefined;

/** Calls a route and holds what it answers to its schema: no field may be missing and none too many. */
export async function ok<NAME extends RouteName>(
  api: ApiClient,
  name: NAME,
  options?: CallOptions,
): Promise<Body<NAME>> {
  const route: Route = ROUTES[name];
  const answer = await api.send(name, options);
  expect(`${answer.status} ${answer.status < 300 ? '' : answer.text()}`.trim()).toBe(String(route.status));
  expect(answer.headers['cache-control']).toBe('no-store');
  if (!route.response) return undefined as Body<NAME>;
  const body = answer.json();
  const parsed = route.response.parse(body);
  expect(body).toEqual(parsed);
  return parsed as Body<NAME>;
}

/** Calls a route and expects one error, in the one shape that errors have. */
export async function refused(
  api: ApiClient,
  name: RouteName,
  code: ErrorCode,
  options?: CallOptions,
): Promise<ErrorBody['error']> {
  const answer = await api.send(name, options);
  expect(`${answer.status} ${answer.text()}`).toMatch(
    new RegExp(`^${STATUS[code]} .*"${code.replace('.', '\\.')}"`),
  );
  return ErrorBody.parse(answer.json()).error;
}

/** A body that each route of a user takes. */
const BODIES: Partial<Record<RouteName, object>> = {
  updateMe: { fullName: 'Jo Example' },
  createBot: { name: 'Another' },
  updateBot: { version: 1, description: 'changed' },
  actOnBot: { action: 'deploy' },
  duplicateBot: { name: 'A copy', withKnowledge: false },
  deleteBot: { name: 'Of another name' },
  uploadAvatar: { data: 'AAAA' },
  openTestSession: {},
  openPreviewSession: {},
  createFromTemplate: { name: 'Another', language: 'en' },
  rateTemplate: { rating: 4 },
  createWebhook: { url: 'https://example.com/hook', events: ['conversation.started'] },
  updateWebhook: { enabled: false },
  checkSnippet: { url: 'https://example.com/' },
  registerDocument: { fileName: 'b.txt', size: 5 },
  replyToVisitor: { id: 'reply-00001', text: 'Hello' },
  actOnConversation: { action: 'resolve' },
  markConversationRead: { through: 'c-000001' },
  updateDocument: { title: 'Another' },
  registerVersion: { fileName: 'b.txt', size: 5 },
  tryRetrieval: { question: 'When?' },
  countCitations: { documentIds: ['d'] },
  searchPassages: { words: 'when' },
  addSite: { url: 'https://www.example.com/' },
  updateSite: { schedule: 'off' },
  updateSitePage: { included: false },
  writeFaq: { question: 'When?', answer: 'Now.' },
  changeFaq: { answer: 'Now.' },
  actOnUnanswered: { action: 'dismiss' },
  answerUnanswered: { question: 'When?', answer: 'Now.' },
  updateGoldenSet: { refusesRegressions: false },
  addGolden: { question: 'When?', words: ['now'] },
  changeGolden: { question: 'When?', words: ['now'] },
};

/** Input that each route of a user takes, so that nothing but who she is decides. */
export function inputFor(name: RouteName, userId: string, ids: object = {}): CallOptions {
  const { body: schema }: Route = ROUTES[name];
  const body = schema === CreateProfile ? { userId, fullName: 'Jo Example' } : BODIES[name];
  const path = {
    botId: 'b',
    documentId: 'd',
    conversationId: 'c',
    attachmentId: 'a',
    number: '1',
    featureId: 'scheduled-reports',
    templateId: 'appointment',
    webhookId: 'w',
    unansweredId: 'u',
    goldenId: 'g',
    deliveryId: 'd',
    siteId: 's',
    pageId: 'p',
    ...ids,
  };
  return { path, ...(body && { body }) };
}

/** Routes that a signed-in user calls. */
export function userRoutes(): readonly RouteName[] {
  return (Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].caller === 'user');
}
