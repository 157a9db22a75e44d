import { createHmac } from 'node:crypto';
import { secret } from './secrets';

/**
 * What stands for a network or mail address where it is not to be kept: without the stage's secret nobody can tell by
 * trying all there are. The secret is the one that each function behind the edge reads anyway; what it is for is part of
 * what is hashed, so that the hash is good for nothing else.
 */
export async function keyedHash(purpose: string, text: string): Promise<string> {
  const key = await secret('ORIGIN_SECRET_ARN');
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest('base64url').slice(0, 22);
}
