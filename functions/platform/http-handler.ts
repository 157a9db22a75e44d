import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import httpRouter from '@middy/http-router';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type * as z from 'zod';
import { API_KEY_PREFIX, type ApiKeyScope } from '#contract/accounts/api-keys';
import type { SessionId } from '#contract/accounts/security';
import { ACCOUNT_HEADER } from '#contract/base/headers';
import {
  AccountId,
  type ApiKeyId,
  type AttachmentId,
  type BotId,
  type CannedReplyId,
  type ConversationId,
  type DeliveryId,
  type DocumentId,
  type ExportId,
  type GoldenId,
  type InvitationId,
  type MessageId,
  type ReportScheduleId,
  type ReportTemplateId,
  type SiteId,
  type SitePageId,
  type UnansweredId,
  type UserId,
  type WebhookId,
  type WidgetId,
} from '#contract/base/ids';
import { isForAdmins, type Permission, permits } from '#contract/base/permissions';
import type { TemplateId } from '#contract/lifecycle/template-id';
import type { Area, ROUTES, Route, RouteName } from '#contract/routes';
import { bodyLimit } from '#contract/routes/body-limit';
import { MAKES_ADMINS, makesAdmin, NEEDS_FRESH_PROOF } from '#contract/routes/fresh-proof';
import type { SubmissionKind } from '#contract/site/feedback';
import type { FeatureId } from '#contract/site/roadmap';
import type { Actor, AuthenticatedUser } from './actor';
import { type Clock, systemClock } from './clock';
import { type Headers, requireEdge } from './edge';
import { asParleyError, busyReason, ParleyError } from './errors';
import { parseBody, parseParameters, parseQuery } from './http-input';
import { logger } from './logger';
import type { Visitor } from './visitor-token';

type Named<NAME extends RouteName> = (typeof ROUTES)[NAME];
type Placeholders<PATH extends string> = PATH extends `${string}{${infer NAME}}${infer REST}`
  ? NAME | Placeholders<REST>
  : never;
interface ParameterTypes {
  readonly accountId: AccountId;
  readonly apiKeyId: ApiKeyId;
  readonly attachmentId: AttachmentId;
  readonly botId: BotId;
  readonly cannedReplyId: CannedReplyId;
  readonly clientErrorId: string;
  readonly conversationId: ConversationId;
  readonly deliveryId: DeliveryId;
  readonly documentId: DocumentId;
  readonly exportId: ExportId;
  readonly featureId: FeatureId;
  readonly goldenId: GoldenId;
  readonly invitationId: InvitationId;
  readonly memberId: UserId;
  readonly messageId: MessageId;
  /** Digits of a version's number. */
  readonly number: string;
  readonly mailName: string;
  readonly pageId: SitePageId;
  readonly queueName: string;
  readonly reportTemplateId: ReportTemplateId;
  readonly scheduleId: ReportScheduleId;
  readonly sessionId: SessionId;
  readonly siteId: SiteId;
  readonly submissionId: string;
  readonly submissionKind: SubmissionKind;
  readonly templateId: TemplateId;
  /** Of a mail's link. */
  readonly token: string;
  /** Of a message, or of a conversation for all of its messages. */
  readonly traceId: string;
  readonly unansweredId: UnansweredId;
  readonly userId: UserId;
  readonly webhookId: WebhookId;
  readonly widgetId: WidgetId;
}

/** The caller: an Actor where the route demands a permission, else what the token says. */
type CallerOf<ROUTE extends Route> = ROUTE['caller'] extends 'visitor'
  ? { readonly visitor: Visitor }
  : ROUTE['caller'] extends 'user'
    ? ROUTE['permission'] extends Permission
      ? { readonly actor: Actor }
      : { readonly user: AuthenticatedUser }
    : unknown;

/** A schema's output, or the bytes of what is taken as it comes. */
type BodyOf<BODY> = BODY extends 'raw' ? Buffer : BODY extends z.ZodType ? z.output<BODY> : undefined;

/** A call as its handler sees it: authenticated, permitted and parsed. */
export type HttpCall<NAME extends RouteName> = CallerOf<Named<NAME>> & {
  readonly params: Pick<ParameterTypes, Placeholders<Named<NAME>['path']> & keyof ParameterTypes>;
  readonly body: Named<NAME> extends { readonly body: infer BODY } ? BodyOf<BODY> : undefined;
  readonly query: Named<NAME> extends { readonly query: infer QUERY extends z.ZodType }
    ? z.output<QUERY>
    : undefined;
  readonly origin: CallOrigin;
  /** Names in lower case: signatures of raw bodies come in one. */
  readonly headers: Headers;
};

/** Where a call comes from, and how long it may take. */
export interface CallOrigin {
  readonly requestId: string;
  /** The site a browser says it is on; null outside of browsers. */
  readonly site: string | null;
  /** The caller's network address, as the edge saw it. */
  readonly address: string;
  readonly userAgent: string;
  /** Milliseconds until the function is stopped. */
  remainingTime(): number;
}

type ResultOf<NAME extends RouteName> =
  Named<NAME> extends { readonly response: infer RESPONSE extends z.ZodType }
    ? Promise<z.output<RESPONSE>>
    : Promise<void>;

/** A handler for each route of an area. */
export type HttpHandlers<AREA extends Area> = {
  readonly [NAME in RouteName as Named<NAME>['area'] extends AREA ? NAME : never]: (
    call: HttpCall<NAME>,
  ) => ResultOf<NAME>;
};

/**
 * What counts calls of a route, and refuses one too many before its query and its body are read: by where it comes from
 * and what it names.
 */
export type Admissions<AREA extends Area> = {
  readonly [NAME in RouteName as Named<NAME>['area'] extends AREA ? NAME : never]?: (
    call: Pick<HttpCall<NAME>, 'params' | 'origin'>,
  ) => Promise<void>;
};

/** Loads the Actor of a user in an account (by default the own one) for a call; throws when the user may not act for it. */
export type ActorLoader = (
  user: AuthenticatedUser,
  accountId: AccountId | undefined,
  permission: Permission,
) => Promise<Actor>;

/** The same of an API key that has the scope; throws when it doesn't count. */
export type KeyActorLoader = (
  key: string,
  scope: ApiKeyScope,
  accountId: AccountId | undefined,
) => Promise<Actor>;

/** How an area's callers are known: given by its entry, since what an area doesn't need is not in its bundle. */
export interface Callers {
  readonly verifyAccessToken?: (authorization: string | undefined) => Promise<AuthenticatedUser>;
  /** Counts a call that concerns no account; throws when its caller makes too many. */
  readonly admitUser?: (user: AuthenticatedUser) => Promise<void>;
  readonly loadActor?: ActorLoader;
  /** Throws `auth.proof_needed` where the session has not shown in the last minutes that it is the person's own. */
  readonly requireFreshProof?: (caller: Pick<Actor, 'sessionId'>) => Promise<void>;
  readonly loadKeyActor?: KeyActorLoader;
  /** Also counts the call, which came from the address. */
  readonly verifyVisitorToken?: (clock: Clock, token: string, address: string) => Promise<Visitor>;
}

type HttpEvent = APIGatewayProxyEventV2;
type HttpResult = APIGatewayProxyStructuredResultV2;
type AnyCall = Readonly<Record<string, unknown>>;

/**
 * The Lambda behind an area's routes. For each call: refuses what went around the edge, verifies the caller,
 * decides by the tables of permissions and of fresh proofs, counts the call, parses, runs the handler, and turns what is thrown into an
 * error body.
 *
 * An entry names the tables that its area's routes are in: all tables of all areas take half as long to load as all else.
 */
export function httpHandler<AREA extends Area>(
  area: AREA,
  tables: Partial<typeof ROUTES>,
  handlers: HttpHandlers<AREA>,
  callers: Callers = {},
  admissions: Admissions<AREA> = {},
) {
  // What ties a handler to its route is the parameter's type; from here they are all alike.
  const erased = handlers as unknown as Readonly<Record<string, (call: AnyCall) => Promise<unknown>>>;
  const erasedAdmissions = admissions as Readonly<
    Record<string, ((call: AnyCall) => Promise<void>) | undefined>
  >;
  const own = (Object.entries(tables) as [RouteName, Route][]).filter(([, route]) => route.area === area);
  const without = Object.keys(erased).find((handled) => own.every(([name]) => name !== handled));
  if (without !== undefined) throw new Error(`The tables of ${area} have no route ${without}.`);
  const routes = own.map(([name, route]) => {
    const handle = erased[name];
    if (!handle) throw new Error(`The route ${name} has no handler.`);
    const authenticate = authenticator(name, route, callers);
    const admit = erasedAdmissions[name];
    const most = bodyLimit(route);
    return {
      method: route.method,
      path: route.path,
      async handler(event: HttpEvent, context: Context): Promise<HttpResult> {
        logger.appendKeys({ route: name });
        const found = event.pathParameters ?? {};
        // Authenticated first: a stranger is not told what exists.
        const origin = originOf(event, context);
        const caller = await authenticate(event.headers, found, origin);
        const params = parseParameters(route.path, found);
        await admit?.({ params, origin });
        const body = parseBody(name, route, event, most);
        // Of some calls what they say decides.
        if (makesAdmin(name, body) && caller && 'actor' in caller)
          await callers.requireFreshProof?.(caller.actor);
        const call = {
          ...caller,
          params,
          query: parseQuery(route, event.queryStringParameters ?? {}),
          body,
          origin,
          headers: event.headers,
        };
        return answer(route.status, await handle(call));
      },
    };
  });

  return middy<HttpEvent, HttpResult>({
    // Half a second before Lambda kills the function its caller gets a real answer.
    timeoutEarlyInMillis: 500,
    timeoutEarlyResponse() {
      throw new ParleyError('server.unavailable');
    },
  })
    .use(injectLambdaContext(logger, { resetKeys: true }))
    .before(({ event }) => requireEdge(event.headers))
    .onError((request) => {
      const error = asParleyError(request.error);
      if (error.code === 'server.unavailable')
        logger.warn('The service was busy.', { reason: busyReason(error) });
      else if (error.status >= 500) logger.error('The call failed.', { error: error.cause ?? error });
      else logger.info('The call was refused.', { code: error.code });
      request.response = answer(error.status, error.toBody(), {
        ...(error.retryAfterSeconds !== undefined && { 'retry-after': String(error.retryAfterSeconds) }),
      });
    })
    .handler(
      httpRouter<HttpEvent, HttpResult>({
        routes,
        notFoundResponse() {
          throw new ParleyError('route.not_found');
        },
      }),
    );
}

type Authenticated = { user: AuthenticatedUser } | { actor: Actor } | { visitor: Visitor } | undefined;
type Authenticator = (
  headers: Headers,
  params: Readonly<Record<string, string | undefined>>,
  origin: CallOrigin,
) => Promise<Authenticated>;

/** The authentication of a route. What an area lacks for it is an error when its function starts. */
function authenticator(name: RouteName, route: Route, callers: Callers): Authenticator {
  if (route.caller === 'anyone') return async () => undefined;
  const { verifyVisitorToken, verifyAccessToken, admitUser, loadActor, loadKeyActor } = callers;
  if (route.caller === 'visitor') {
    if (!verifyVisitorToken) throw new Error(`${route.path} is for visitors, but nothing verifies them.`);
    return async (headers, params, { address }) => ({
      visitor: await authenticateVisitor(
        (token) => verifyVisitorToken(systemClock, token, address),
        headers,
        params,
      ),
    });
  }
  if (!verifyAccessToken) throw new Error(`${route.path} is for users, but nothing verifies them.`);
  const { permission, keyScope } = route;
  const needsProof = NEEDS_FRESH_PROOF.has(name);
  const { requireFreshProof = async () => {} } = callers;
  if ((needsProof || MAKES_ADMINS.has(name)) && (!callers.requireFreshProof || keyScope))
    throw new Error(`${route.path} needs a fresh proof, but nothing asks for it.`);
  /** After the permission: who may not do it isn't asked for their password. */
  const proven = async (caller: Pick<Actor, 'sessionId'>) => {
    if (needsProof) await requireFreshProof(caller);
  };
  if (keyScope && !(permission && loadKeyActor))
    throw new Error(`${route.path} is open to API keys, but nothing knows them.`);
  return async (headers) => {
    const key = apiKeyOf(headers);
    if (key !== undefined && permission && keyScope && loadKeyActor)
      return { actor: permitted(await loadKeyActor(key, keyScope, requestedAccount(headers)), permission) };
    const user = await verifyAccessToken(headers.authorization);
    logger.appendKeys({ userId: user.userId });
    if (!permission) {
      await admitUser?.(user);
      await proven(user);
      return { user };
    }
    if (!loadActor) throw new Error(`${route.path} demands a permission, but nothing loads its actor.`);
    const actor = permitted(await loadActor(user, requestedAccount(headers), permission), permission);
    await proven(actor);
    return { actor };
  };
}

/** The actor, if its roles have the permission. */
function permitted(actor: Actor, permission: Permission): Actor {
  const { userId, accountId, profileRole, teamRole } = actor;
  logger.appendKeys({ userId, accountId });
  if (permits(permission, { profile: profileRole, team: teamRole })) return actor;
  throw new ParleyError(
    isForAdmins(permission) && profileRole !== 'admin' ? 'auth.admin_required' : 'auth.forbidden',
  );
}

function apiKeyOf(headers: Headers): string | undefined {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  return token?.startsWith(API_KEY_PREFIX) ? token : undefined;
}

/** A token is bound to its bot: another widget's address refuses it. */
async function authenticateVisitor(
  verify: (token: string) => Promise<Visitor>,
  headers: Headers,
  params: Readonly<Record<string, string | undefined>>,
): Promise<Visitor> {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new ParleyError('visitor.token_invalid');
  const visitor = await verify(token);
  if (visitor.widgetId !== params.widgetId) throw new ParleyError('visitor.token_invalid');
  logger.appendKeys({ accountId: visitor.accountId, conversationId: visitor.conversationId });
  return visitor;
}

function requestedAccount(headers: Headers): AccountId | undefined {
  const named = headers[ACCOUNT_HEADER];
  if (named === undefined) return undefined;
  const accountId = AccountId.safeParse(named);
  if (!accountId.success) throw new ParleyError('auth.forbidden');
  return accountId.data;
}

function originOf(event: HttpEvent, context: Context): CallOrigin {
  return {
    requestId: context.awsRequestId,
    site: event.headers.origin ?? null,
    address: event.headers['x-parley-address'] ?? event.requestContext.http.sourceIp,
    userAgent: event.headers['user-agent'] ?? '',
    remainingTime: () => context.getRemainingTimeInMillis(),
  };
}

function answer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): HttpResult {
  return {
    statusCode: status,
    headers: {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(status !== 204 && { 'content-type': 'application/json; charset=utf-8' }),
      ...headers,
    },
    ...(status !== 204 && { body: JSON.stringify(body) }),
  };
}
