import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod';
import { AccountId, BotId, ConversationId, WidgetId } from '#contract/base/ids';
import { addSeconds, type Clock, epochSeconds } from './clock';
import { ParleyError } from './errors';
import { previousSecret, secret } from './secrets';

/** Whose visitor someone is: the conversation they speak in, of the bot behind this widget. */
export const Visitor = z.object({
  accountId: AccountId,
  botId: BotId,
  widgetId: WidgetId,
  conversationId: ConversationId,
});
export type Visitor = z.infer<typeof Visitor>;

const LIFETIME_SECONDS = 24 * 60 * 60;
const AUDIENCE = 'parley-visitor';

const ALGORITHM = 'HS256';

export async function signVisitorToken(
  clock: Clock,
  visitor: Visitor,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const now = clock();
  const expiresAt = addSeconds(now, LIFETIME_SECONDS);
  const token = await new SignJWT({ ...visitor })
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setIssuedAt(epochSeconds(now))
    .setExpirationTime(epochSeconds(expiresAt))
    .sign(bytesOf(await secret('SIGNING_SECRET_ARN')));
  return { token, expiresAt };
}

/** The visitor of a token. Throws `visitor.token_invalid` when it is forged, expired or of another widget. */
export async function verifyVisitorToken(clock: Clock, token: string): Promise<Visitor> {
  const verified = (key: string) =>
    jwtVerify(token, bytesOf(key), {
      algorithms: [ALGORITHM],
      audience: AUDIENCE,
      requiredClaims: ['exp'],
      currentDate: clock(),
    });
  const key = await secret('SIGNING_SECRET_ARN');
  try {
    const { payload } = await verified(key).catch(async (error: unknown) => {
      const previous =
        error instanceof errors.JWSSignatureVerificationFailed
          ? await previousSecret('SIGNING_SECRET_ARN')
          : null;
      if (previous === null) throw error;
      return verified(previous);
    });
    return Visitor.parse(payload);
  } catch (cause) {
    throw new ParleyError('visitor.token_invalid', { cause });
  }
}

function bytesOf(key: string): Uint8Array {
  return new TextEncoder().encode(key);
}
