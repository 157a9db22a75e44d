import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, it } from 'vitest';
import { UserId } from '#contract/base/ids';
import { MOST_ANSWERS } from '#contract/operator/admin';
import { answerSubmission, type SubmissionDeps } from '#core/operator/admin/answer-submission';
import { findStored } from '#core/operator/admin/stored-submissions';
import { FeedbackEntity, feedbackIndex, type StoredFeedback } from '#core/site/feedback/entity';
import type { Actor } from '#platform/actor';
import { newId } from '#platform/ids';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';

withLocalTable();

const at = '2030-03-04T07:00:00.000Z';
const mails: unknown[] = [];
const deps: SubmissionDeps = {
  clock: () => new Date(at),
  sendMail: async (mail) => void mails.push(mail),
  queueNotice: async () => {},
  operator: 'operator@parley.example',
};
const admin = { userId: UserId.parse(newId()) } as Actor;
const answer = (stored: StoredFeedback, text: string) =>
  answerSubmission(deps, admin, stored, { action: 'answer', text, language: 'en' });

async function feedback(answers: number): Promise<StoredFeedback> {
  const id = newId();
  const given = Array.from({ length: answers }, (_, place) => ({ text: `Answer ${place}.`, at }));
  await FeedbackEntity.build(PutItemCommand)
    .item({
      id,
      type: 'improvement',
      rating: 4,
      message: 'More colours, please.',
      email: 'jo@example.net',
      page: '/dashboard',
      answers: given,
      receivedAt: at,
      expiresAt: Date.parse(at) / 1_000 + 86_400,
      ...feedbackIndex(at, id),
    })
    .send();
  return (await findStored('feedback', id)) as StoredFeedback;
}

it('of two different answers at once one is stored and mailed, the other is refused', async () => {
  const asked = await feedback(0);
  const [one, other] = await Promise.allSettled([answer(asked, 'We will.'), answer(asked, 'We will not.')]);
  expect([one, other].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([one, other].find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'admin.submission_answered' },
  });
  expect(mails.splice(0)).toHaveLength(1);
});

it(`takes ${MOST_ANSWERS} answers at most`, async () => {
  await expectRefusal(answer(await feedback(MOST_ANSWERS), 'And one more.'), 'admin.submission_answered');
  await answer(await feedback(MOST_ANSWERS - 1), 'The last one.');
  expect(mails.splice(0)).toHaveLength(1);
});
