import * as z from 'zod';
import { AccountId, BotId, ConversationId, WidgetId } from '../contract/ids';
import { addSeconds, type Clock, epochSeconds } from './clock';
import { ParleyError } from './errors';
import { readSignedToken, signToken } from './hmac-token';
import { secret } from './secrets';

/** Whose visitor someone is: the conversation she speaks in, of the bot behind this widget. */
export const Visitor = z.object({
  accountId: AccountId,
  botId: BotId,
  widgetId: WidgetId,
  conversationId: ConversationId,
});
export type Visitor = z.infer<typeof Visitor>;

const LIFETIME_SECONDS = 24 * 60 * 60;
const AUDIENCE = 'parley-visitor';

const Claims = Visitor.extend({ aud: z.literal(AUDIENCE), exp: z.number() });

export async function signVisitorToken(
  clock: Clock,
  visitor: Visitor,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const now = clock();
  const expiresAt = addSeconds(now, LIFETIME_SECONDS);
  const claims = { ...visitor, aud: AUDIENCE, iat: epochSeconds(now), exp: epochSeconds(expiresAt) };
  return { token: signToken(claims, await secret('SIGNING_SECRET_ARN')), expiresAt };
}

/** Who the token speaks for; throws `visitor.token_invalid` when it is forged, expired or another's. */
export async function verifyVisitorToken(clock: Clock, token: string): Promise<Visitor> {
  const claims = Claims.safeParse(readSignedToken(token, await secret('SIGNING_SECRET_ARN')));
  if (!claims.success) throw new ParleyError('visitor.token_invalid', { cause: claims.error });
  const { aud: _, exp, ...visitor } = claims.data;
  if (exp <= epochSeconds(clock())) throw new ParleyError('visitor.token_invalid');
  return visitor;
}
