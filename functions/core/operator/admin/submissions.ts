import { UpdateTransaction } from 'dynamodb-toolbox';
import type { ActOnSubmission, Submission, SubmissionPage } from '#contract/operator/admin';
import type { SubmissionKind, SubmissionStatus } from '#contract/site/feedback';
import { ContactEntity } from '#core/site/contact/entity';
import { FeedbackEntity } from '#core/site/feedback/entity';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type PageRequest, queryIndexPage } from '#platform/pages';
import { transact } from '#platform/table-writes';
import { answerSubmission, type SubmissionDeps } from './answer-submission';
import { type Logged, logEntry } from './log';
import { findStored, loadStored, toSubmission } from './stored-submissions';

/** Pages of the index that one page of a filtered list reads at most. */
const PAGES_READ = 10;

const PARTITIONS = { feedback: 'FEEDBACK', contact: 'CONTACT' } as const;

/** What people wrote, the newest first. A page of a filtered list may be short, and has a cursor while there is more. */
export async function listSubmissions({
  kind,
  status,
  limit,
  cursor: start,
}: Pick<PageRequest, 'cursor' | 'limit'> & {
  readonly kind: SubmissionKind;
  readonly status?: SubmissionStatus | undefined;
}): Promise<SubmissionPage> {
  const found: Submission[] = [];
  let cursor = start ?? null;
  for (let read = 0; read < PAGES_READ; read++) {
    const page = await queryIndexPage(
      { index: 'gsi1', partition: PARTITIONS[kind] },
      { limit: limit - found.length, newestFirst: true, ...(cursor !== null && { cursor }) },
      (sortKey) => ({ pk: `${PARTITIONS[kind]}#${idIn(sortKey)}`, sk: PARTITIONS[kind] }),
    );
    const submissions = (await loadStored(kind, page.items.map(idIn))).map(toSubmission);
    found.push(...submissions.filter((each) => status === undefined || each.status === status));
    cursor = page.cursor;
    if (cursor === null || found.length >= limit || status === undefined) break;
  }
  return { items: found, cursor };
}

/** Of `{receivedAt}#{id}`. */
function idIn(sortKey: string): string {
  return sortKey.slice(sortKey.indexOf('#') + 1);
}

/** Answers, marks as read, closes or reopens. */
export async function actOnSubmission(
  deps: SubmissionDeps,
  actor: Actor,
  { kind, id }: { readonly kind: SubmissionKind; readonly id: string },
  act: ActOnSubmission,
): Promise<Submission> {
  const stored = await findStored(kind, id);
  if (act.action === 'answer') return answerSubmission(deps, actor, stored, act);
  const submission = toSubmission(stored);
  const status = statusAfter(submission, act.action);
  if (status !== submission.status) await write(deps.clock, actor, submission, status, LOGGED[act.action]);
  return { ...submission, status };
}

const LOGGED = { read: null, close: 'submission_closed', reopen: 'submission_reopened' } as const;

function statusAfter({ status, answers }: Submission, action: 'read' | 'close' | 'reopen'): SubmissionStatus {
  if (action === 'close') return 'closed';
  if (action === 'reopen') return answers.length === 0 ? 'read' : 'answered';
  return status === 'new' ? 'read' : status;
}

async function write(
  clock: Clock,
  actor: Actor,
  { kind, id, reference }: Submission,
  status: SubmissionStatus,
  action: Logged['action'] | null,
): Promise<void> {
  const condition = { attr: 'id', exists: true } as const;
  const update =
    kind === 'feedback'
      ? FeedbackEntity.build(UpdateTransaction).item({ id, status }).options({ condition })
      : ContactEntity.build(UpdateTransaction).item({ id, status }).options({ condition });
  await transact(
    { write: update, refused: () => new ParleyError('admin.submission_not_found') },
    ...(action === null ? [] : [await logEntry(clock, actor, { action, subject: { id, name: reference } })]),
  );
}
