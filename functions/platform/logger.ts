import { Logger } from '@aws-lambda-powertools/logger';

/**
 * The one logger: structured lines with the invocation's request id. Never log what visitors wrote, tokens,
 * or addresses of people.
 */
export const logger = new Logger({ serviceName: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'parley' });
