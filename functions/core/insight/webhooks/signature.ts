import { createHmac } from 'node:crypto';
import { epochSeconds } from '#platform/clock';
import { type RotatingSecret, validSecrets } from '#platform/rotating-secret';

/**
 * By which a receiver knows that a delivery is ours, and of now: `t=…,v1=…`. While a secret is being replaced there
 * is a `v1` of each, so that a receiver may know either.
 */
export function signatureOf(secret: RotatingSecret, body: string, now: Date): string {
  const time = epochSeconds(now);
  const signatures = validSecrets(secret, now).map(
    (key) => `v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
