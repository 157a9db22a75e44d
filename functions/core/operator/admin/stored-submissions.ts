import { BatchGetRequest } from 'dynamodb-toolbox';
import type { Submission } from '#contract/operator/admin';
import type { SubmissionKind } from '#contract/site/feedback';
import { ContactEntity, type StoredContact } from '#core/site/contact/entity';
import { FeedbackEntity, type StoredFeedback } from '#core/site/feedback/entity';
import { receiptOf } from '#core/site/feedback/receipt';
import { ParleyError } from '#platform/errors';
import { readItems } from '#platform/table-reads';

/** Feedback or a message, as it is stored. */
export type StoredSubmission = StoredFeedback | StoredContact;

export async function loadStored(
  kind: SubmissionKind,
  ids: readonly string[],
): Promise<readonly StoredSubmission[]> {
  const options = { consistent: true };
  const found: readonly (StoredSubmission | undefined)[] =
    kind === 'feedback'
      ? await readItems(
          ids.map((id) => FeedbackEntity.build(BatchGetRequest).key({ id })),
          options,
        )
      : await readItems(
          ids.map((id) => ContactEntity.build(BatchGetRequest).key({ id })),
          options,
        );
  return found.filter((item) => item !== undefined);
}

export function toSubmission(stored: StoredSubmission): Submission {
  const { id, receivedAt, message, email, status = 'new', userId } = stored;
  const isMessage = 'subject' in stored;
  return {
    id,
    kind: isMessage ? 'contact' : 'feedback',
    reference: receiptOf(isMessage ? 'C' : 'F', id, receivedAt).reference,
    status,
    receivedAt,
    message,
    email: email ?? null,
    isUser: userId !== undefined,
    answers: stored.answers ?? [],
    feedback: isMessage ? null : { type: stored.type, rating: stored.rating, page: stored.page },
    contact: isMessage
      ? {
          name: stored.name,
          subject: stored.subject,
          category: stored.category,
          priority: stored.priority,
          language: stored.language,
        }
      : null,
  };
}

export async function findStored(kind: SubmissionKind, id: string): Promise<StoredSubmission> {
  const [found] = await loadStored(kind, [id]);
  if (!found) throw new ParleyError('admin.submission_not_found');
  return found;
}
