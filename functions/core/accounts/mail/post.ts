import { composeMail, type MailDraft } from '#core/base/mail/compose';
import { MAIL_SCOPES, MAILS, type MailCause, type MailKind, type MailRule } from '#core/base/mail/mails';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { SendMail } from '#platform/mail';
import { countInOrder, hashedAddress, limitWithin } from '../limits/rate-limit';
import { assertDeliverable } from './undeliverable';

export interface PostDeps {
  readonly clock: Clock;
  readonly sendMail: SendMail;
}

/**
 * Sends a mail by the rule of its kind, the only way to send one. Throws `request.rate_limited` where one of its bounds
 * is reached, `mail.undeliverable` where mails to its address came back.
 */
export async function post<K extends MailKind>(
  deps: PostDeps,
  kind: K,
  cause: MailCause<K>,
  draft: MailDraft,
): Promise<void> {
  const send = await admit(deps, kind, cause);
  await send(draft);
}

/**
 * Counts a mail before it is written, where a refusal must leave everything as it is, or where one cause mails several.
 * `to` is counted at once; other recipients are when they are sent theirs.
 */
export async function admit<K extends MailKind>(
  { clock, sendMail }: PostDeps,
  kind: K,
  cause: MailCause<K>,
  to?: string,
): Promise<(draft: MailDraft) => Promise<void>> {
  const { bounds }: MailRule = MAILS[kind];
  const ids: Readonly<Partial<Record<string, string>>> = cause;
  await countInOrder(
    clock,
    MAIL_SCOPES.flatMap((scope) => {
      const bound = bounds[scope];
      return bound ? [{ subject: `MAIL#${kind}#${scope}#${ids[scope] ?? ''}`, ...bound }] : [];
    }),
  );
  if (to !== undefined) await admitRecipient(clock, kind, to);
  return async (draft) => {
    if (draft.to !== to) await admitRecipient(clock, kind, draft.to);
    await sendMail(composeMail(kind, draft));
  };
}

/**
 * One mail to each of several, of one cause. Throws where the service took none of them, for another delivery to try
 * again; what a bound refused is done with.
 */
export async function postToAll<K extends MailKind, PERSON>(
  deps: PostDeps,
  kind: K,
  cause: MailCause<K>,
  people: readonly PERSON[],
  draftFor: (person: PERSON) => MailDraft,
): Promise<void> {
  const send = await admit(deps, kind, cause);
  const sent = await Promise.allSettled(people.map((person) => unlessRefused(send(draftFor(person)))));
  const failures = sent.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of failures)
    logger.warn('A mail was not sent.', { kind, error: reason instanceof Error ? reason : String(reason) });
  if (failures.length > 0 && failures.length === people.length) throw failures[0]?.reason;
}

/** Waits for a mail that nobody has asked for by hand. `refused` where it was one too many, or its address takes none. */
export async function unlessRefused(sending: Promise<unknown>): Promise<'sent' | 'refused'> {
  try {
    await sending;
    return 'sent';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    logger.warn('A mail was not sent.', { reason: error.code });
    return 'refused';
  }
}

export function isRefusal(error: unknown): error is ParleyError {
  return (
    error instanceof ParleyError &&
    (error.code === 'request.rate_limited' || error.code === 'mail.undeliverable')
  );
}

async function admitRecipient(clock: Clock, kind: MailKind, to: string): Promise<void> {
  await assertDeliverable(clock, to);
  const { recipient }: MailRule = MAILS[kind];
  await limitWithin(clock, `MAIL#${kind}#recipient#${await hashedAddress(to.toLowerCase())}`, recipient);
}
