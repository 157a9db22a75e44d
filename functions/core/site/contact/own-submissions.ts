import { BatchGetRequest } from 'dynamodb-toolbox';
import type { OwnSubmission, OwnSubmissionPage } from '#contract/site/contact';
import { activeProfile } from '#core/accounts/active-profile';
import type { AuthenticatedUser } from '#platform/actor';
import { type PageRequest, queryIndexPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { FeedbackEntity, ownIndex, type StoredFeedback } from '../feedback/entity';
import { receiptOf } from '../feedback/receipt';
import { ContactEntity, type StoredContact } from './entity';

/** Messages and feedback that the caller wrote while signed in, the newest first, with what became of each. */
export async function listOwnSubmissions(
  user: AuthenticatedUser,
  request: Pick<PageRequest, 'cursor' | 'limit'>,
): Promise<OwnSubmissionPage> {
  await activeProfile(user);
  const { gsi2pk: partition } = ownIndex(user.userId, 'C', '', '');
  const { items, cursor } = await queryIndexPage(
    { index: 'gsi2', partition },
    { ...request, newestFirst: true },
    (sortKey) => {
      const { pk = '', sk = '' } = requestOf(sortKey).params();
      return { pk, sk };
    },
  );
  const found = await readItems(items.map(requestOf), { consistent: true });
  // One whose time to live has come meanwhile is missing.
  return { items: found.flatMap((stored) => (stored ? [toSubmission(stored)] : [])), cursor };
}

/** Of `{receivedAt}#{kind}#{id}`. */
function requestOf(sortKey: string) {
  const [, kind, id = ''] = sortKey.split('#');
  return kind === 'F'
    ? FeedbackEntity.build(BatchGetRequest).key({ id })
    : ContactEntity.build(BatchGetRequest).key({ id });
}

function toSubmission(stored: StoredFeedback | StoredContact): OwnSubmission {
  const { id, receivedAt, message, status = 'new' } = stored;
  const isMessage = 'subject' in stored;
  return {
    id,
    ...receiptOf(isMessage ? 'C' : 'F', id, receivedAt),
    status,
    message,
    answers: stored.answers ?? [],
    subject: isMessage ? stored.subject : null,
    type: isMessage ? null : stored.type,
  };
}
