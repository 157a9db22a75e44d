import * as z from 'zod';
import type { Invoker } from '#infra/local/runtime/ports';
import { CognitoError } from './error';
import type { PoolSettings, TriggerName } from './settings';
import type { User } from './users';

/** Whom a trigger is told about. */
export interface TriggerSubject {
  readonly username: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TriggerCall<Response extends object> {
  readonly name: TriggerName;
  /** e.g. CustomMessage_SignUp */
  readonly source: string;
  readonly clientId: string;
  readonly subject: TriggerSubject;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
  readonly request?: Readonly<Record<string, unknown>>;
  /** What the function is given to fill in, and what counts when the pool has no such trigger. */
  readonly response: Response;
  readonly answer: z.ZodType<Response>;
}

/** Runs a pool's Lambda trigger with the event that AWS sends, and reads the response out of what it returns. */
export async function runTrigger<Response extends object>(
  invoker: Invoker,
  pool: PoolSettings,
  call: TriggerCall<Response>,
): Promise<Response> {
  const arn = pool.triggers[call.name];
  if (!arn) return call.response;

  const outcome = await invoker.invoke(arn, {
    version: call.name === 'PreTokenGeneration' ? pool.tokenTriggerVersion : '1',
    region: pool.region,
    userPoolId: pool.id,
    userName: call.subject.username,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: call.clientId },
    triggerSource: call.source,
    request: {
      userAttributes: call.subject.attributes,
      ...call.request,
      ...(call.clientMetadata && { clientMetadata: call.clientMetadata }),
    },
    response: call.response,
  });
  if (!outcome.ok) {
    const timedOut = /Sandbox\.Timedout|Task timed out/.test(
      `${outcome.error.errorType} ${outcome.error.errorMessage}`,
    );
    throw timedOut
      ? new CognitoError(
          'UnexpectedLambdaException',
          `${call.name} invocation failed due to error TimeoutException.`,
        )
      : new CognitoError(
          'UserLambdaValidationException',
          `${call.name} failed with error ${outcome.error.errorMessage}.`,
        );
  }
  const returned = z.object({ response: call.answer }).safeParse(outcome.payload);
  if (!returned.success)
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
  return returned.data.response;
}

/** Attributes of a stored user as triggers see them. */
export function subjectOf(user: User): TriggerSubject {
  return {
    username: user.username,
    attributes: {
      sub: user.sub,
      'cognito:user_status': user.status,
      ...('email' in user.attributes && { email_verified: 'false' }),
      ...user.attributes,
    },
  };
}
