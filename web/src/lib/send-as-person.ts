import type { SendContact } from '#contract/site/contact';
import type { Receipt, SendFeedback } from '#contract/site/feedback';
import { call } from './api';
import { ApiError } from './api-error';
import { hasStoredSession } from './storage';

/**
 * Sends something to the operator as the person who is signed in here, so that they see later what became of it; as a
 * stranger where nobody is, or where the session has ended meanwhile: what was written counts more.
 */
export async function sendAsPerson(
  own: 'sendOwnContact',
  anyones: 'sendContact',
  body: SendContact,
): Promise<Receipt>;
export async function sendAsPerson(
  own: 'sendOwnFeedback',
  anyones: 'sendFeedback',
  body: SendFeedback,
): Promise<Receipt>;
export async function sendAsPerson(
  own: 'sendOwnContact' | 'sendOwnFeedback',
  anyones: 'sendContact' | 'sendFeedback',
  body: SendContact | SendFeedback,
): Promise<Receipt> {
  const send = (name: typeof own | typeof anyones) =>
    call(name, { body: body as SendContact & SendFeedback });
  if (!hasStoredSession()) return send(anyones);
  try {
    return await send(own);
  } catch (error) {
    const isRefused = error instanceof ApiError && /^(auth|account|profile)\./.test(error.code);
    if (!isRefused) throw error;
    return send(anyones);
  }
}
