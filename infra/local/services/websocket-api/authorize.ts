import type { HttpRequest } from '#infra/local/http';
import { header } from '#infra/local/http';
import type { Invoker } from '#infra/local/runtime/ports';
import { callFunction, IntegrationFailed } from '../api-gateway/integration';
import type { Authorizer, Stage } from '../api-gateway/model';
import { AuthorizerPolicy, policyAllows } from '../api-gateway/policy';

export type ConnectDecision =
  | { readonly allowed: true; readonly authorizer: Readonly<Record<string, unknown>> }
  | { readonly allowed: false; readonly status: 401 | 403 };

/** AWS waits 10 seconds for an authorizer. */
const TIMEOUT = 10_000;

/** Asks the REQUEST authorizer of $connect. Rejects when it fails or answers with something else than a policy. */
export async function authorizeConnect(
  invoker: Invoker,
  authorizer: Authorizer,
  call: {
    readonly request: HttpRequest;
    readonly stage: Stage;
    /** The route's ARN. */
    readonly methodArn: string;
    readonly event: object;
  },
): Promise<ConnectDecision> {
  if (authorizer.type !== 'REQUEST') throw new Error('a WebSocket API takes REQUEST authorizers only');
  const missing = authorizer.identitySources.some(
    (source) => !identityValue(source, call.request, call.stage),
  );
  if (missing) return { allowed: false, status: 401 };
  try {
    const event = { type: 'REQUEST', methodArn: call.methodArn, ...call.event };
    const answer = await callFunction(invoker, authorizer.uri, event, TIMEOUT);
    const policy = AuthorizerPolicy.parse(answer);
    if (!policyAllows(policy, call.methodArn)) return { allowed: false, status: 403 };
    return { allowed: true, authorizer: { principalId: policy.principalId, ...policy.context } };
  } catch (error) {
    if (error instanceof IntegrationFailed && error.error.errorMessage === 'Unauthorized') {
      return { allowed: false, status: 401 };
    }
    throw error;
  }
}

function identityValue(source: string, request: HttpRequest, stage: Stage): string | undefined {
  const [, from, name = ''] =
    /^(route\.request\.header|route\.request\.querystring|stageVariables)\.(.+)$/.exec(source) ?? [];
  switch (from) {
    case 'route.request.header':
      return header(request.headers, name);
    case 'route.request.querystring':
      return new URLSearchParams(request.query).get(name) ?? undefined;
    case 'stageVariables':
      return stage.variables[name];
  }
  throw new Error(`identity source ${source} does not run locally`);
}
