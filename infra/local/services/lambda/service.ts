import { type AsyncInvocations, MAX_ASYNC_EVENT_BYTES } from '../../runtime/async';
import { type Functions, MAX_EVENT_BYTES } from '../../runtime/lambda/functions';
import { TooManyRequests } from '../../runtime/lambda/pool';
import type { AwsAnswer, AwsCall, LocalContext, LocalService } from '../../service';

export interface LambdaOptions {
  readonly functions: Functions;
  readonly asynchronous: AsyncInvocations;
}

const INVOKE = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/;
/** A name, a whole ARN or one without its head, each with a qualifier or without. */
const REFERENCE = /^(?:arn:aws:lambda:([\w-]+):)?(?:(\d{12}):function:)?([\w-]+)(?::([\w$-]+))?$/;

/** Invoke, synchronous, asynchronous and dry, as the Lambda API serves it. What was granted is the ARN that is called: of a function alone, or with its alias. */
export function createLambda(
  context: LocalContext,
  { functions, asynchronous }: LambdaOptions,
): LocalService {
  const referenceOf = (call: AwsCall) => {
    const [, encoded] = INVOKE.exec(call.url.pathname) ?? [];
    const [, region = context.region, account = context.accountId, name, suffix] =
      REFERENCE.exec(decodeURIComponent(encoded ?? '')) ?? [];
    if (name === undefined) return undefined;
    const qualifier = call.url.searchParams.get('Qualifier') ?? suffix;
    return { arn: `arn:aws:lambda:${region}:${account}:function:${name}`, qualifier };
  };

  return {
    name: 'lambda',
    async start() {},
    async stop() {},

    requiredActions(call) {
      const reference = referenceOf(call);
      if (reference === undefined) return [];
      const { arn, qualifier } = reference;
      const resource = qualifier === undefined ? arn : `${arn}:${qualifier}`;
      return [{ action: 'lambda:InvokeFunction', resource }];
    },

    async handle(call) {
      const reference = referenceOf(call);
      if (reference === undefined || call.method !== 'POST') {
        return fault(
          404,
          'UnknownOperationException',
          `${call.method} ${call.url.pathname} does not run locally`,
        );
      }
      const { arn, qualifier = '$LATEST' } = reference;
      const name = functions.names.find((known) => functions.arnOf(known) === arn);
      if (name === undefined || !functions.has(name, qualifier)) {
        const asked = reference.qualifier === undefined ? arn : `${arn}:${qualifier}`;
        return fault(404, 'ResourceNotFoundException', `Function not found: ${asked}`);
      }
      const event = call.body.length === 0 ? '{}' : call.body.toString('utf8');
      if (!isJson(event)) {
        return fault(400, 'InvalidRequestContentException', 'Could not parse request body into json');
      }
      switch (call.headers['x-amz-invocation-type'] ?? 'RequestResponse') {
        case 'DryRun':
          return { status: 204 };
        case 'Event':
          if (call.body.length > MAX_ASYNC_EVENT_BYTES) return tooLarge(call, MAX_ASYNC_EVENT_BYTES);
          return { status: 202, headers: { 'x-amzn-requestid': asynchronous.accept(name, event) } };
        case 'RequestResponse':
          if (call.body.length > MAX_EVENT_BYTES) return tooLarge(call, MAX_EVENT_BYTES);
          return run({ name, qualifier }, event);
        default:
          return fault(400, 'InvalidParameterValueException', 'The invocation type is not known');
      }
    },
  };

  async function run(
    { name, qualifier }: { readonly name: string; readonly qualifier: string },
    event: string,
  ): Promise<AwsAnswer> {
    try {
      const outcome = await functions.invokeRaw(name, event);
      const headers = {
        'content-type': 'application/json',
        'x-amz-executed-version': qualifier === '$LATEST' ? qualifier : '1',
        'x-amzn-requestid': outcome.requestId,
      };
      return outcome.ok
        ? { status: 200, headers, body: JSON.stringify(outcome.payload) }
        : {
            status: 200,
            headers: { ...headers, 'x-amz-function-error': 'Unhandled' },
            body: JSON.stringify(outcome.error),
          };
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error;
      return fault(429, 'TooManyRequestsException', 'Rate Exceeded.', {
        Reason: 'ReservedFunctionConcurrentInvocationLimitExceeded',
      });
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function tooLarge(call: AwsCall, limit: number): AwsAnswer {
  return fault(
    413,
    'RequestTooLargeException',
    `${call.body.length} byte payload is too large for the invocation (limit ${limit} bytes)`,
  );
}

function fault(status: number, type: string, message: string, more: object = {}): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
    body: JSON.stringify({ Type: 'User', Message: message, message, ...more }),
  };
}
