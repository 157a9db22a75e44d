import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

/**
 * The one logger: structured lines with the invocation's request id. Never log what visitors wrote, tokens,
 * or addresses of people.
 */
export const logger = new Logger({ serviceName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'parley' });

/** Begins the lines of an invocation: without what those of the one before were about. */
export function beginLog(context: Context): void {
  logger.resetKeys();
  logger.addContext(context);
}

const OWNERS = ['accountId', 'botId', 'conversationId'] as const;

/** Whose something is, for the line that tells of it: by these ids alone, whatever else is in it. */
export function ownersOf(value: unknown): Readonly<Record<string, string>> {
  const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return Object.fromEntries(
    OWNERS.flatMap((name) => {
      const id = fields[name];
      return typeof id === 'string' ? [[name, id]] : [];
    }),
  );
}
