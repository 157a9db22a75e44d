import { $remove, $set, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, NotificationId, UserId } from '#contract/base/ids';
import { wants } from '#contract/insight/notification-kinds';
import { type ActOnSubmission, MOST_ANSWERS, type Submission } from '#contract/operator/admin';
import type { SubmissionAnswer, SubmissionStatus } from '#contract/site/feedback';
import type { StoredProfile } from '#core/accounts/entity';
import { type PostDeps, post } from '#core/accounts/mail/post';
import { findMembership } from '#core/accounts/membership';
import { homeOf } from '#core/accounts/own-account';
import { findProfile } from '#core/accounts/stored-profile';
import type { Notice } from '#core/insight/notifications/notice';
import { ContactEntity } from '#core/site/contact/entity';
import { FeedbackEntity } from '#core/site/feedback/entity';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { idOf } from '#platform/ids';
import { ifHolds } from '#platform/table-writes';
import { answerMail } from './answer-mail';
import { writeLog } from './log';
import { findStored, type StoredSubmission, toSubmission } from './stored-submissions';

export interface SubmissionDeps extends PostDeps {
  readonly queueNotice: (notice: Notice) => Promise<void>;
  /** The operator's address, which a reply goes to. */
  readonly operator: string;
}

/**
 * Answers what somebody wrote. An answer is stored before it is mailed, so that of two calls one sends the mail; where
 * the mail fails the answer is taken back, for the administrator to send it again. Further answers follow the first.
 */
export async function answerSubmission(
  deps: SubmissionDeps,
  actor: Actor,
  stored: StoredSubmission,
  { text, language }: Extract<ActOnSubmission, { action: 'answer' }>,
): Promise<Submission> {
  const submission = toSubmission(stored);
  const { kind, id, reference, message, answers } = submission;
  const sender = await findSender(stored);
  if (submission.email === null && sender === null) throw new ParleyError('admin.no_address');
  // What a call that died did not tell, its repetition does.
  if (answers.at(-1)?.text === text) return told(deps, stored, sender);
  if (answers.length >= MOST_ANSWERS) throw new ParleyError('admin.submission_answered');
  const given = { text, at: deps.clock().toISOString() };
  if (!(await claimAnswer(stored, given))) {
    const other = await findStored(kind, id);
    if (other.answers?.at(-1)?.text === text) return toSubmission(other);
    throw new ParleyError('admin.submission_answered');
  }
  const to =
    submission.email ??
    (sender && wants(sender.notifications, 'feedback_answered', 'email') ? sender.email : null);
  try {
    if (to !== null)
      await post(
        deps,
        'contact_answer',
        {},
        answerMail(deps.operator, { to, reference, message, answer: text, language }),
      );
  } catch (error) {
    await takeAnswerBack(stored, given);
    throw error;
  }
  await writeLog(deps.clock, actor, { action: 'submission_answered', subject: { id, name: reference } });
  return told(deps, { ...stored, status: 'answered', answers: [...answers, given] }, sender);
}

async function findSender({ userId }: StoredSubmission): Promise<StoredProfile | null> {
  return (userId !== undefined && (await findProfile(UserId.parse(userId)))) || null;
}

/** Whoever wrote while signed in hears of the newest answer in the account that they acted for, or in their own if they have left it. */
async function told(
  { queueNotice }: SubmissionDeps,
  stored: StoredSubmission,
  sender: StoredProfile | null,
): Promise<Submission> {
  const newest = stored.answers?.at(-1);
  if (sender && newest) {
    const userId = UserId.parse(sender.userId);
    const former = stored.accountId === undefined ? undefined : AccountId.parse(stored.accountId);
    const isMember = former !== undefined && (await findMembership(userId, former)) !== undefined;
    await queueNotice({
      id: NotificationId.parse(idOf(new Date(newest.at), `answer ${stored.id}`)),
      accountId: isMember ? former : homeOf(sender),
      kind: 'feedback_answered',
      at: newest.at,
      to: { userIds: [userId] },
      name: null,
      detail: null,
      path: '/help/contact',
    });
  }
  return toSubmission(stored);
}

/** False where another call has answered it since it was read, or it is gone. */
function claimAnswer(stored: StoredSubmission, given: SubmissionAnswer): Promise<boolean> {
  return setAnswers(stored.answeredAt, stored, {
    status: 'answered',
    answers: [...(stored.answers ?? []), given],
    answeredAt: given.at,
  });
}

async function takeAnswerBack(stored: StoredSubmission, given: SubmissionAnswer): Promise<void> {
  const { status = 'new', answeredAt } = stored;
  await setAnswers(given.at, stored, { status, answers: stored.answers ?? [], answeredAt });
}

/** Stores the answers while the newest is the one that was given then; false otherwise. */
function setAnswers(
  newest: string | undefined,
  stored: StoredSubmission,
  state: {
    readonly status: SubmissionStatus;
    readonly answers: readonly SubmissionAnswer[];
    readonly answeredAt: string | undefined;
  },
): Promise<boolean> {
  const { id } = stored;
  const set = {
    id,
    status: state.status,
    answers: $set([...state.answers]),
    answeredAt: state.answeredAt ?? $remove(),
  };
  const unchanged = {
    and: [
      { attr: 'id', exists: true } as const,
      newest === undefined
        ? ({ attr: 'answeredAt', exists: false } as const)
        : ({ attr: 'answeredAt', eq: newest } as const),
    ],
  };
  return ifHolds(
    'subject' in stored
      ? ContactEntity.build(UpdateItemCommand).item(set).options({ condition: unchanged }).send()
      : FeedbackEntity.build(UpdateItemCommand).item(set).options({ condition: unchanged }).send(),
  );
}
