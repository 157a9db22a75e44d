import { expect, it } from 'vitest';
import { tryQuestion } from '#core/answers/try-question';
import { startBot } from '../../knowledge/setup';
import { questionsSetup } from './setup';

const { state, answerer } = questionsSetup();

const HOUR = Date.parse('2026-11-22T12:00:00.000Z');
const tryIn = (minute: number, { actor, botId } = state.owner) =>
  tryQuestion({ clock: () => new Date(HOUR + minute * 60_000), answerer }, actor, botId, 'Dogs?');
const REFUSED = { code: 'request.rate_limited' };

it('lets an account try twenty questions a minute and two hundred an hour, all at once too, whatever another tries', async () => {
  for (let minute = 0; minute < 10; minute += 1) {
    await Promise.all(Array.from({ length: 20 }, () => tryIn(minute)));
    await expect(tryIn(minute)).rejects.toMatchObject(REFUSED);
  }
  await expect(tryIn(10)).rejects.toMatchObject(REFUSED);
  await expect(tryIn(10, await startBot())).resolves.toMatchObject({ verdict: 'no_knowledge' });
  await expect(tryIn(60)).resolves.toMatchObject({ verdict: 'no_knowledge' });
});
