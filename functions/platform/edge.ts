import { createHash, timingSafeEqual } from 'node:crypto';
import { ParleyError } from './errors';
import { previousSecret, secret } from './secrets';

/** Headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Refuses what didn't come through CloudFront: the firewall covers neither API, so that calling one by its own
 * address would go around it.
 */
export async function requireEdge(headers: Headers): Promise<void> {
  const shown = headers['x-parley-origin-secret'];
  if (shown === undefined || !(await isOriginSecret(shown))) throw new ParleyError('request.past_edge');
}

/** CloudFront shows the former one until it is deployed again. */
async function isOriginSecret(shown: string): Promise<boolean> {
  if (same(shown, await secret('ORIGIN_SECRET_ARN'))) return true;
  const previous = await previousSecret('ORIGIN_SECRET_ARN');
  return previous !== null && same(shown, previous);
}

/** WebSocket events keep the names of headers as the client wrote them. */
export function lowerCased(headers: Readonly<Record<string, string | undefined>> = {}): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Hashes have one length, so that comparing tells nothing about the secret's. */
function same(left: string, right: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(left), hash(right));
}
