import { randomBytes } from 'node:crypto';
import type { FunctionError, Invoker } from '#infra/local/runtime/ports';

/** A function's answer came too late for the API. */
export class IntegrationTimeout extends Error {}

/** A function threw, ran out of its own time or memory, or could not be started. */
export class IntegrationFailed extends Error {
  constructor(readonly error: FunctionError) {
    super(`${error.errorType}: ${error.errorMessage}`);
  }
}

/** What a function returned, waiting `timeout` milliseconds; the function itself runs on, as on AWS. */
export async function callFunction(
  invoker: Invoker,
  uri: string,
  event: unknown,
  timeout: number,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new IntegrationTimeout(`no answer within ${timeout} ms`)), timeout);
  });
  try {
    const outcome = await Promise.race([invoker.invoke(uri, event), late]);
    if (outcome.ok) return outcome.payload;
    throw new IntegrationFailed(outcome.error);
  } finally {
    clearTimeout(timer);
  }
}

/** An id as API Gateway makes them: base64 with its padding, e.g. of a request or a connection. */
export function newId(): string {
  return randomBytes(11).toString('base64url').concat('=');
}

/** `12/Mar/2026:19:03:58 +0000`, as access logs write it. */
export function logTime(at: number): string {
  const [, day, month, year, time] =
    /^\w+, (\d+) (\w+) (\d+) ([\d:]+)/.exec(new Date(at).toUTCString()) ?? [];
  return `${day}/${month}/${year}:${time} +0000`;
}
