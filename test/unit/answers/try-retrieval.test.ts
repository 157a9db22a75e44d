import { describe, expect, it } from 'vitest';
import { tryRetrieval } from '../../../functions/core/answers/try-retrieval';
import { buildSegment } from '../../../functions/core/knowledge/index/build';
import { search } from '../../../functions/core/knowledge/index/search';
import { openSegment } from '../../../functions/core/knowledge/index/segment';

const bot = { accountId: 'a', botId: 'b' };

describe('trying a question', () => {
  it('gives the passages, best first, with what each field adds to the score', async () => {
    const trial = await ask('How long does the delivery take?');
    expect(trial).toMatchObject({ verdict: 'answers', language: 'en' });
    const [first] = trial.passages;
    expect(first).toMatchObject({ documentId: 'd1', title: 'Terms', page: 2, heading: 'Shop' });
    expect(first?.text).toContain('delivery');
    const { words = 0, grams = 0, pairs = 0, dense } = first?.fields ?? {};
    expect(dense).toBeNull();
    expect(words + grams + pairs).toBeCloseTo(first?.score ?? 0, 3);
    expect(first?.coverage).toBeGreaterThan(trial.leastCoverage);
  });

  it('says why no answer would be tried', async () => {
    expect(await ask('xyzzy')).toMatchObject({ verdict: 'nothing_found', passages: [] });
    const little = await ask('Which insurance covers a stolen delivery bicycle abroad overnight?');
    expect(little.verdict).toBe('too_little');
    expect(little.passages.length).toBeGreaterThan(0);
    expect(await ask('Thanks!')).toMatchObject({ verdict: 'small_talk' });
    expect(
      await tryRetrieval(async () => ({ hits: [], hasKnowledge: false }), bot, asked('delivery')),
    ).toMatchObject({
      verdict: 'no_knowledge',
    });
  });

  it('takes a question that names no language for one in the bot’s', async () => {
    expect((await ask('Delivery?', 'de')).language).toBe('de');
    expect((await ask('Wie lange dauert die Lieferung?')).language).toBe('de');
  });
});

const asked = (question: string, language: 'en' | 'de' = 'en') => ({ question, language });

function ask(question: string, language: 'en' | 'de' = 'en') {
  const text = 'The delivery takes three days within the country.';
  const passages = [
    { text, page: 2, heading: 'Shop', start: 0, end: text.length },
    { text: 'We repair watches of all makes.', page: 3, heading: 'Shop', start: 60, end: 90 },
  ];
  const segment = openSegment(buildSegment({ documentId: 'd1', title: 'Terms', language: 'en', passages }));
  return tryRetrieval(
    async (_, searched, options) => ({
      hits: search([{ segment }], searched, { limit: options.limit, language: options.language ?? null }),
      hasKnowledge: true,
    }),
    bot,
    asked(question, language),
  );
}
