import { expect, it } from 'vitest';
import { lastMessageOf } from '#core/conversations/last-message';

it('is what a bot wrote without Markdown and numbers of sources', () => {
  const text =
    '## Opening hours\n\nWe open at **9** [1]:\n\n| Day | From |\n| --- | --- |\n| Mon | `9` |\n\nSee [here](https://a.example) [2].';
  expect(lastMessageOf({ author: 'bot', text })).toEqual({
    author: 'bot',
    text: 'Opening hours We open at 9: Day | From Mon | 9 See here.',
  });
});

it.each(['visitor', 'agent'] as const)('is what a %s typed as it is', (author) => {
  const text = 'Is row [1] of **this**\n one right?';
  expect(lastMessageOf({ author, text }).text).toBe('Is row [1] of **this** one right?');
});

it('ends in an ellipsis where there is more', () => {
  const { text } = lastMessageOf({ author: 'bot', text: `**${'🙂'.repeat(400)}**` });
  expect(Array.from(text)).toHaveLength(120);
  expect(text.endsWith('🙂…')).toBe(true);
});

it('reads a line of nothing but dashes at once', () => {
  const before = process.cpuUsage();
  lastMessageOf({ author: 'bot', text: `${'-'.repeat(600)}x` });
  expect(process.cpuUsage(before).user).toBeLessThan(200_000);
});
