import { Readable } from 'node:stream';
import { GetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ResourceNotFoundException, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SignJWT } from 'jose';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requireEdge } from '#platform/edge';
import { SERVER_HEADER, userPoolClient } from '#platform/user-pool-client';
import { signVisitorToken, verifyVisitorToken } from '#platform/visitor-token';
import { expectRefusal } from '#test/helpers/refusal';

const clock = () => new Date('2026-11-28T09:00:00Z');
const visitor = { accountId: 'a', botId: 'b', widgetId: 'abcd1234', conversationId: 'c' };

let number = 0;
/** A secret that nothing has read yet, with these values. */
function replaced(current: string, previous: string | null): void {
  number += 1;
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    ORIGIN_SECRET_ARN: `arn:origin:${number}`,
    SIGNING_SECRET_ARN: `arn:signing:${number}`,
  });
  vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation(async ({ input }) => {
    const { VersionStage } = input as { readonly VersionStage?: string };
    const SecretString = VersionStage === 'AWSPREVIOUS' ? previous : current;
    if (SecretString === null) throw new ResourceNotFoundException({ message: 'no version', $metadata: {} });
    return { SecretString };
  });
}
beforeEach(() => replaced('new', 'old'));

const shows = (secret: string) => requireEdge({ 'x-parley-origin-secret': secret });
const pastEdge = expect.objectContaining({ code: 'request.past_edge' });

describe('a secret that was replaced', () => {
  it('still lets through what shows the former one, and no other', async () => {
    await shows('new');
    await shows('old');
    await expect(shows('older')).rejects.toEqual(pastEdge);
    replaced('new', null);
    await shows('new');
    await expect(shows('old')).rejects.toEqual(pastEdge);
  });

  it('still holds the tokens of visitors that the former one signed', async () => {
    replaced('old', null);
    const { token } = await signVisitorToken(clock, visitor as never);
    replaced('new', 'old');
    expect(await verifyVisitorToken(clock, token)).toEqual(visitor);
    replaced('newer', 'new');
    await expectRefusal(verifyVisitorToken(clock, token), 'visitor.token_invalid');
  });

  it('holds no token that is over', async () => {
    const token = await new SignJWT(visitor)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('parley-visitor')
      .setExpirationTime(new Date(clock().getTime() - 1000))
      .sign(new TextEncoder().encode('old'));
    await expectRefusal(verifyVisitorToken(clock, token), 'visitor.token_invalid');
  });

  it('opens the user pool to our server while its firewall knows the former one', async () => {
    const shown: (string | undefined)[] = [];
    const client = userPoolClient();
    client.config.credentials = async () => ({ accessKeyId: 'a', secretAccessKey: 'b' });
    client.config.requestHandler = {
      handle: async ({ headers }: { readonly headers: Record<string, string> }) => {
        shown.push(headers[SERVER_HEADER]);
        const isBlocked = headers[SERVER_HEADER] !== 'old';
        const body = isBlocked
          ? { __type: 'ForbiddenException', message: 'Request not allowed due to WAF block.' }
          : { Username: 'ada', UserAttributes: [] };
        return {
          response: {
            statusCode: isBlocked ? 400 : 200,
            headers: { 'content-type': 'application/x-amz-json-1.1' },
            body: Readable.from([JSON.stringify(body)]),
          },
        };
      },
    } as never;
    const user = await client.send(new GetUserCommand({ AccessToken: 'token' }));
    expect(user.Username).toBe('ada');
    expect(shown).toEqual(['new', 'old']);
  });
});
