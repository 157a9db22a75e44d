import * as z from 'zod';
import type { Invoker } from '#infra/local/runtime/ports';
import { AnswerCache } from '../api-gateway/cache';
import { callFunction, IntegrationFailed } from '../api-gateway/integration';
import type { LambdaAuthorizer } from '../api-gateway/model';
import { AuthorizerPolicy, policyAllows } from '../api-gateway/policy';
import { type Call, callEvent } from './event';

export type LambdaDecision =
  | { readonly outcome: 'allowed'; readonly authorizer: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'denied' | 'unidentified' };

const SimpleAnswer = z.object({
  isAuthorized: z.boolean(),
  context: z.record(z.string(), z.unknown()).optional(),
});

/** AWS waits 10 seconds for an authorizer. */
const TIMEOUT = 10_000;

/** REQUEST authorizers (payload format 2.0) with their caches. */
export class LambdaAuthorizers {
  readonly #answers: AnswerCache<unknown>;

  constructor(
    private readonly invoker: Invoker,
    now: () => number,
  ) {
    this.#answers = new AnswerCache(now);
  }

  /** Rejects when the function fails or answers in no form that is known: the caller is told of an error. */
  async authorize(authorizer: LambdaAuthorizer, call: Call): Promise<LambdaDecision> {
    const event = callEvent(call);
    const identity = authorizer.identitySources.map((source) => identityValue(source, call, event.headers));
    if (identity.some((value) => !value)) return { outcome: 'unidentified' };

    const { api, stage, request } = call;
    const routeArn = `arn:aws:execute-api:${api.region}:${call.accountId}:${api.id}/${stage.name}/${request.method}${event.rawPath}`;
    const ask = () =>
      callFunction(
        this.invoker,
        authorizer.uri,
        { version: '2.0', type: 'REQUEST', routeArn, identitySource: identity, ...event },
        TIMEOUT,
      );
    // Without an identity source there is nothing to keep an answer by.
    const ttl = identity.length > 0 ? authorizer.ttl : 0;
    try {
      const answer = await this.#answers.answer(
        JSON.stringify([authorizer.id, stage.name, identity]),
        ttl,
        ask,
      );
      return decide(authorizer, answer, routeArn);
    } catch (error) {
      if (error instanceof IntegrationFailed && error.error.errorMessage === 'Unauthorized') {
        return { outcome: 'unidentified' };
      }
      throw error;
    }
  }
}

function decide(authorizer: LambdaAuthorizer, answer: unknown, routeArn: string): LambdaDecision {
  if (authorizer.simpleResponses) {
    const simple = SimpleAnswer.parse(answer);
    return simple.isAuthorized
      ? { outcome: 'allowed', authorizer: { lambda: simple.context ?? {} } }
      : { outcome: 'denied' };
  }
  const policy = AuthorizerPolicy.parse(answer);
  return policyAllows(policy, routeArn)
    ? { outcome: 'allowed', authorizer: { lambda: policy.context ?? {} } }
    : { outcome: 'denied' };
}

function identityValue(
  source: string,
  call: Call,
  headers: Readonly<Record<string, string>>,
): string | undefined {
  const [, from, name = ''] =
    /^\$(request\.header|request\.querystring|stageVariables|context)\.(.+)$/.exec(source) ?? [];
  switch (from) {
    case 'request.header':
      return headers[name.toLowerCase()];
    case 'request.querystring':
      return new URLSearchParams(call.request.query).get(name) ?? undefined;
    case 'stageVariables':
      return call.stage.variables[name];
    case 'context':
      if (name === 'routeKey') return call.match.route.key;
      if (name === 'httpMethod') return call.request.method;
      if (name === 'path') return call.request.path;
  }
  throw new Error(`identity source ${source} does not run locally`);
}
