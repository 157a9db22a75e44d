import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import { UserId } from '#contract/base/ids';
import { isForAdmins, type ProfileRole, permits, type TeamRole } from '#contract/base/permissions';
import { type Area, ROUTES, type Route, type RouteName } from '#contract/routes';
import { NEEDS_FRESH_PROOF } from '#contract/routes/fresh-proof';
import { MembershipEntity, membershipIndex, ProfileEntity } from '#core/accounts/entity';
import { EndedSessionEntity, SessionProofEntity } from '#core/accounts/sessions/entity';
import { ParleyError } from '#platform/errors';
import { withLocalTable } from '#test/helpers/local-table';
import { stageSecrets } from '#test/helpers/stage-secrets';
import { newOwner } from '../../bots/setup';
import { ACCESS } from './access';

/** A signed-in person is their user id: what Cognito signs is tested elsewhere. */
vi.mock('#platform/access-token', () => ({
  verifyAccessToken: async (authorization: string | undefined) => {
    const token = authorization?.replace('Bearer ', '');
    if (!token) throw new ParleyError('auth.required');
    // After all that ends sessions here: some routes do, and others come after them.
    const signedInAt = Date.now() / 1_000 + 3_600;
    return { userId: UserId.parse(token), sessionId: `session-${token}`, signedInAt, accessToken: token };
  },
}));

type Handler = (event: unknown, context: unknown) => Promise<unknown>;
const AREAS: Readonly<Record<Area, () => Promise<{ readonly handler: unknown }>>> = {
  admin: () => import('../../../../functions/http/operator/admin'),
  developer: () => import('../../../../functions/http/operator/developer'),
  analytics: () => import('../../../../functions/http/insight/analytics'),
  beacon: () => import('../../../../functions/http/insight/beacon'),
  billing: () => import('../../../../functions/http/accounts/billing'),
  dashboard: () => import('../../../../functions/http/insight/dashboard'),
  reports: () => import('../../../../functions/http/insight/reports'),
  accounts: () => import('../../../../functions/http/accounts/accounts'),
  security: () => import('../../../../functions/http/accounts/security'),
  bots: () => import('../../../../functions/http/bots/bots'),
  conversations: () => import('../../../../functions/http/conversations/conversations'),
  documents: () => import('../../../../functions/http/knowledge/documents'),
  integrations: () => import('../../../../functions/http/insight/integrations'),
  platform: () => import('../../../../functions/http/site/platform'),
  questions: () => import('../../../../functions/http/insight/questions'),
  retrieval: () => import('../../../../functions/http/answers/retrieval'),
  sites: () => import('../../../../functions/http/knowledge/sites'),
  system: () => import('../../../../functions/http/operator/system'),
  team: () => import('../../../../functions/http/accounts/team'),
  templates: () => import('../../../../functions/http/lifecycle/templates'),
  messages: () => import('../../../../functions/http/conversations/messages'),
  visitors: () => import('../../../../functions/http/conversations/visitors'),
  widget: () => import('../../../../functions/http/conversations/widget'),
};

/** A person who calls, and what is to become of it. */
interface Caller {
  readonly name: string;
  readonly token: string | null;
  readonly account: string | null;
  /** Why every call of theirs is refused that looks at their profile or at the account, but for one that ends something. */
  readonly barred?: { readonly code: string; readonly everywhere: boolean; readonly mayStill?: RouteName };
  readonly roles?: { readonly profile: ProfileRole; readonly team: TeamRole };
}

const FEATURE = 'crm-integrations';

let callers: readonly Caller[];
const handlers = new Map<Area, Handler>();

withLocalTable();
beforeAll(async () => {
  stageSecrets('from-the-edge');
  // Whatever a permitted call asks of AWS fails at once: that it was permitted is all that is asked here.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    AWS_MAX_ATTEMPTS: '1',
    APP_ORIGIN: 'https://app.parley.example',
    ROOT_ORIGIN: 'https://parley.example',
    SOCKET_API_ENDPOINT: 'http://127.0.0.1:9',
    OPERATOR_EMAIL: 'operator@parley.example',
    USER_POOL_ID: 'eu-central-1_parley',
    MAIL_FROM: 'parley@parley.example',
    MAIL_CONFIGURATION_SET: 'parley-test',
    ANSWER_FUNCTION_NAME: 'answer',
    EMBEDDING_MODEL: 'none',
    TEXT_RECOGNITION: 'none',
    ANSWER_MODEL: 'none',
    ANSWER_MODELS: '',
    VECTOR_BUCKETS: '',
    VECTOR_INDEX_FROM: '20000',
    MODEL_BUDGET_USD: '1',
    VISITS_QUEUE_URL: 'http://127.0.0.1:9/visits',
    WIDGET_BUCKET: 'widget',
    UPLOADS_BUCKET: 'uploads',
    INDEX_BUCKET: 'index',
    DEAD_LETTERS: 'work:work-dead:work',
    QUEUE_BASE: 'http://127.0.0.1:9/000000000000/work',
  });
  for (const [area, load] of Object.entries(AREAS))
    handlers.set(area as Area, (await load()).handler as Handler);
  callers = await people();
});

/** As if each had shown their password a moment ago. */
const proveAll = () =>
  Promise.all(
    callers.map(({ token }) =>
      SessionProofEntity.build(PutItemCommand)
        .item({ sessionId: `session-${token}`, expiresAt: Date.now() / 1_000 + 60 })
        .send(),
    ),
  );
const forgetAll = () =>
  Promise.all(
    callers.map(({ token }) =>
      SessionProofEntity.build(DeleteItemCommand)
        .key({ sessionId: `session-${token}` })
        .send(),
    ),
  );

async function people(): Promise<readonly Caller[]> {
  const [owner, stranger] = [await newOwner('enterprise'), await newOwner('enterprise')];
  const { accountId } = owner;
  const person = async (profile: ProfileRole, banned = false) => {
    const { userId } = await newOwner('enterprise');
    await ProfileEntity.build(UpdateItemCommand)
      .item({ userId, role: profile, ...(banned && { bannedAt: new Date().toISOString() }) })
      .send();
    return userId;
  };
  const member = async (role: TeamRole, status: 'active' | 'suspended' = 'active') => {
    const userId = await person('client');
    await MembershipEntity.build(PutItemCommand)
      .item({
        accountId,
        userId,
        role,
        status,
        createdAt: new Date().toISOString(),
        ...membershipIndex(userId, accountId),
      })
      .send();
    return userId;
  };
  const profiles = await Promise.all(
    (['admin', 'client', 'viewer'] as const).map(async (profile) => ({
      name: `a profile that is ${profile}, in her own account`,
      token: await person(profile),
      account: null,
      roles: { profile, team: 'owner' as const },
    })),
  );
  const members = await Promise.all(
    (['admin', 'member', 'viewer'] as const).map(async (team) => ({
      name: `a member of the team who is ${team}`,
      token: await member(team),
      account: accountId,
      roles: { profile: 'client' as const, team },
    })),
  );
  const signedOut = async () => {
    const userId = await person('client');
    const [endedAt, expiresAt] = [new Date().toISOString(), Date.now() / 1_000 + 3_600];
    await EndedSessionEntity.build(PutItemCommand)
      .item({ userId, sessionId: `session-${userId}`, endedAt, expiresAt })
      .send();
    return userId;
  };
  const elsewhere = { code: 'auth.forbidden', everywhere: false };
  return [
    { name: 'nobody', token: null, account: null },
    ...profiles,
    {
      name: 'the owner of the team',
      token: owner.userId,
      account: accountId,
      roles: { profile: 'client', team: 'owner' },
    },
    ...members,
    { name: 'another tenant', token: stranger.userId, account: accountId, barred: elsewhere },
    {
      name: "the platform's admin, outside of the team",
      token: await person('admin'),
      account: accountId,
      barred: elsewhere,
    },
    {
      name: 'a suspended member',
      token: await member('admin', 'suspended'),
      account: accountId,
      barred: { code: 'team.suspended', everywhere: false, mayStill: 'leaveTeam' },
    },
    {
      name: 'a banned user',
      token: await person('client', true),
      account: null,
      barred: { code: 'account.banned', everywhere: true, mayStill: 'signOut' },
    },
    {
      name: 'a signed-out session',
      token: await signedOut(),
      account: null,
      barred: { code: 'auth.session_ended', everywhere: true, mayStill: 'signOut' },
    },
  ];
}

/** Refusals of a person. All else means that they were let in: nothing that they name exists, and bodies are missing. */
const REFUSALS = new Set([
  'auth.required',
  'auth.expired',
  'auth.session_ended',
  'auth.forbidden',
  'auth.admin_required',
  'auth.proof_needed',
  'request.past_edge',
  'account.banned',
  'team.suspended',
  'visitor.token_invalid',
]);

function expected(name: RouteName, { token, roles, barred }: Caller): string {
  const access = ACCESS[name];
  if (access === 'anyone') return 'let in';
  if (access === 'visitor') return 'visitor.token_invalid';
  if (token === null) return 'auth.required';
  if (barred?.mayStill === name) return 'let in';
  if (access === 'signed in') return barred?.everywhere ? barred.code : 'let in';
  if (barred) return barred.code;
  if (roles && permits(access, roles)) return 'let in';
  return isForAdmins(access) && roles?.profile !== 'admin' ? 'auth.admin_required' : 'auth.forbidden';
}

/** What a route without a permission needs in order to get to its use case, which asks who calls. */
function bodyOf(name: RouteName, { token }: Caller): unknown {
  switch (name) {
    case 'createProfile':
    case 'createUserProfile':
    case 'createMe':
      return { userId: token, fullName: 'Ada Lovelace' };
    case 'updateMe':
      return {};
    case 'uploadPicture':
      return { data: 'AAAA' };
    case 'turnOnSecondFactor':
    case 'confirmEmail':
      return { code: '123456' };
    case 'proveIdentity':
      return { password: 'of nobody' };
    case 'requestEmail':
      return { email: 'new@example.com' };
    case 'acceptInvitation':
      return { token: 'a-token-that-nobody-was-sent' };
    default:
      return undefined;
  }
}

async function call(name: RouteName, caller: Caller): Promise<string> {
  const route: Route = ROUTES[name];
  // A feature is found before its voter is looked at: features are no secret.
  const path = route.path.replace('{featureId}', FEATURE).replace(/\{\w+\}/g, () => randomUUID());
  const body = bodyOf(name, caller);
  const event = {
    version: '2.0',
    rawPath: path,
    headers: {
      'x-parley-origin-secret': 'from-the-edge',
      ...(caller.token !== null && { authorization: `Bearer ${caller.token}` }),
      ...(caller.account !== null && { [ACCOUNT_HEADER]: caller.account }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    requestContext: { http: { method: route.method, path, sourceIp: '192.0.2.1' } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  };
  const handler = handlers.get(route.area);
  if (!handler) throw new Error(`The area ${route.area} has no handler.`);
  const context = { awsRequestId: randomUUID(), getRemainingTimeInMillis: () => 10_000 };
  const { body: answered } = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  const code = answered ? (JSON.parse(answered).error?.code as string | undefined) : undefined;
  return code !== undefined && REFUSALS.has(code) ? code : 'let in';
}

describe('the table of permissions', () => {
  it('has every route, as the contract has it', () => {
    const asked = ({ caller, permission }: Route) =>
      caller === 'user' ? (permission ?? 'signed in') : caller;
    const routes = Object.entries(ROUTES).map(([name, route]) => [name, asked(route)]);
    expect(Object.fromEntries(routes)).toEqual(ACCESS);
  });

  it('asks whoever may do what can not be undone for a fresh proof, and nobody else', async () => {
    await forgetAll();
    for (const name of Object.keys(ACCESS).filter((route) => NEEDS_FRESH_PROOF.has(route)) as RouteName[]) {
      const results = await Promise.all(
        callers.map(async (caller) => [caller.name, await call(name, caller)] as const),
      );
      const wanted = callers.map((caller) => {
        const decided = expected(name, caller);
        return [caller.name, decided === 'let in' ? 'auth.proof_needed' : decided] as const;
      });
      expect([name, Object.fromEntries(results)]).toEqual([name, Object.fromEntries(wanted)]);
    }
  });

  it('has what needs a fresh proof, as the contract has it', () => {
    expect([...NEEDS_FRESH_PROOF].sort()).toEqual([
      'beginSecondFactor',
      'createApiKey',
      'renewRecoveryCodes',
      'requestAccountDeletion',
      'requestAccountExport',
      'requestEmail',
      'transferOwnership',
      'turnOffSecondFactor',
      'turnOnSecondFactor',
    ]);
  });

  it.each(Object.keys(ACCESS) as RouteName[])('holds for %s', async (name) => {
    if (NEEDS_FRESH_PROOF.has(name)) await proveAll();
    const results = await Promise.all(
      callers.map(async (caller) => [caller.name, await call(name, caller)] as const),
    );
    const wanted = callers.map((caller) => [caller.name, expected(name, caller)] as const);
    expect(Object.fromEntries(results)).toEqual(Object.fromEntries(wanted));
  });
});
