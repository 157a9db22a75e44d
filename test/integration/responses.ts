import { expect } from 'vitest';
import type * as z from 'zod';
import { CreateProfile } from '#contract/accounts/profile';
import { ErrorBody } from '#contract/base/error-body';
import { type ErrorCode, STATUS } from '#contract/base/errors';
import { ROUTES, type Route, type RouteName } from '#contract/routes';
import type { ApiClient, CallOptions } from '#test/helpers/users';

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

const REPORT = {
  title: 'A report',
  description: '',
  botIds: [],
  views: ['overview'],
  metrics: true,
  charts: true,
  rawData: [],
  format: 'csv',
  language: 'en',
  timeZone: 'Europe/Berlin',
};
const SCHEDULE = {
  content: REPORT,
  timing: { frequency: 'daily', weekday: 'MON', monthDay: 1, time: '08:00' },
  recipients: ['ada@example.com'],
};

/** A body that each route of a user takes. */
const BODIES: Partial<Record<RouteName, object>> = {
  updateMe: { fullName: 'Jo Example' },
  turnOnSecondFactor: { code: '123456' },
  requestEmail: { email: 'new@example.net' },
  proveIdentity: { password: 'of nobody' },
  confirmEmail: { code: '123456' },
  createBot: { name: 'Another' },
  requestAccountDeletion: { name: 'Of another name' },
  createApiKey: { name: 'Another', scopes: ['read'] },
  updateBot: { version: 1, description: 'changed' },
  actOnBot: { action: 'deploy' },
  duplicateBot: { name: 'A copy', withKnowledge: false },
  restoreBot: { asDraft: false },
  deleteBot: { name: 'Of another name' },
  uploadAvatar: { data: 'AAAA' },
  uploadPicture: { data: 'AAAA' },
  uploadLogo: { data: 'AAAA' },
  openTestSession: {},
  openPreviewSession: {},
  createFromTemplate: { name: 'Another', language: 'en' },
  rateTemplate: { rating: 4 },
  createWebhook: { url: 'https://example.com/hook', events: ['conversation.started'] },
  updateWebhook: { enabled: false },
  checkSnippet: { url: 'https://example.com/' },
  registerDocument: { fileName: 'b.txt', size: 5 },
  inviteMember: { email: 'new@example.com', role: 'member' },
  updateMember: { role: 'viewer' },
  transferOwnership: { userId: 'm' },
  acceptInvitation: { token: 'a-token-that-nobody-was-sent' },
  replyToVisitor: { id: 'reply-00001', text: 'Hello' },
  actOnConversation: { action: 'resolve' },
  setAvailability: { available: true },
  saveViews: { version: 0, items: [] },
  assignConversation: { to: 'nobody' },
  addNote: { id: 'note-00001', text: 'A note' },
  showPresence: { typing: false },
  actOnConversations: { ids: ['c'], action: 'resolve' },
  exportConversations: { ids: ['c'], format: 'csv', language: 'en', timeZone: 'Europe/Berlin' },
  saveCannedReply: { title: 'Hello', text: 'Hello' },
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
  createExport: { id: 'export-00001', content: REPORT, from: '2030-01-01', to: '2030-01-02' },
  createReportSchedule: { id: 'schedule-00001', ...SCHEDULE },
  updateReportSchedule: { version: 1, ...SCHEDULE },
  actOnReportSchedule: { action: 'pause' },
  saveReportTemplate: { name: 'Mine', content: REPORT },
  renameReportTemplate: { name: 'Mine' },
  actOnUser: { action: 'promote' },
  actOnSubscription: { action: 'reactivate' },
  actOnClientError: { action: 'resolve' },
  actOnSubmission: { action: 'close' },
  redriveDeadLetters: {},
};

/** Input that each route of a user takes, so that nothing but who they are decides. */
export function inputFor(name: RouteName, userId: string, ids: object = {}): CallOptions {
  const { body: schema }: Route = ROUTES[name];
  const path = {
    botId: 'b',
    documentId: 'd',
    conversationId: 'c',
    attachmentId: 'a',
    number: '1',
    featureId: 'crm-integrations',
    templateId: 'appointment',
    webhookId: 'w',
    unansweredId: 'u',
    goldenId: 'g',
    memberId: 'm',
    invitationId: 'i',
    deliveryId: 'd',
    sessionId: 's',
    siteId: 's',
    pageId: 'p',
    apiKeyId: 'k',
    exportId: 'export-00001',
    scheduleId: 'schedule-00001',
    cannedReplyId: 'canned-00001',
    reportTemplateId: 'template-00001',
    userId: 'u',
    accountId: 'a',
    traceId: 't',
    clientErrorId: 'c',
    submissionKind: 'contact',
    submissionId: 's',
    queueName: 'work',
    mailName: 'welcome',
    ...ids,
  };
  const own: Partial<Record<RouteName, object>> = {
    markConversationRead: { through: `${path.conversationId}-000001` },
    ...(schema === CreateProfile && { [name]: { userId, fullName: 'Jo Example' } }),
  };
  const body = own[name] ?? BODIES[name];
  return { path, ...(body && { body }) };
}

/** Routes that a signed-in user calls. */
export function userRoutes(): readonly RouteName[] {
  return (Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].caller === 'user');
}

/**
 * Of each function a route that takes API keys and one that does not: what looks at tokens is the same at its others.
 * Who is refused at which route stands in test/unit/accounts/permissions, and which route the authorizer guards in test/infra.
 */
export function sampledRoutes(): readonly RouteName[] {
  const kinds = new Map<string, RouteName>();
  for (const name of userRoutes()) {
    const { area, keyScope }: Route = ROUTES[name];
    const kind = `${area} ${keyScope !== undefined}`;
    if (!kinds.has(kind)) kinds.set(kind, name);
  }
  return [...kinds.values()];
}
