import { describe, expect, it } from 'vitest';
import { splitIntoPassages } from '#core/retrieval/split';
import { announces } from '#core/text/sentences';

const paragraph = (text: string, page: number | null = null) => ({ kind: 'paragraph' as const, text, page });
const FILL = 'The lake is deep and the wind is cold. '.repeat(6).trim();

describe('what announces something', () => {
  it.each([
    'Run the command:',
    'Die Preise sind wie folgt.',
    'Proceed as follows',
    'Wir nehmen:“',
    '**Opening hours:**',
    'The default password of the router is',
    'Das Kennwort für den Drucker lautet',
    'The rooms that face the sea are',
    'To empty the queue type',
    'When the lamp is red, press',
    'Zum Leeren der Warteschlange drücken Sie',
    'Geben Sie dann am Automaten ein',
    'At night you reach us at',
    'Nachts erreichen Sie uns unter',
  ])('ends so: %s', (text) => expect(announces(text)).toBe(true));

  it.each([
    'Open at 10:30',
    'Note: it is cold.',
    'What follows is long.',
    'Who we are',
    'Where our offices are',
    'Wo wir sind',
    'Wenn Sie krank sind',
    'Was bieten Sie',
    'Care and use',
    'Room type',
    'Terms of use',
    'Main entrance and visit',
  ])('does not end so: %s', (text) => expect(announces(text)).toBe(false));

  it('stands in the passage of what it announces', () => {
    for (let fill = 0; fill < 200; fill += 7) {
      const blocks = [
        paragraph(FILL + 'x'.repeat(fill)),
        paragraph('Now run the command:'),
        paragraph('rsync -a ~/Documents box::home'),
        paragraph(FILL),
      ];
      const passages = splitIntoPassages(blocks, { target: 300 });
      const [command] = passages.filter(({ text }) => text.includes('rsync'));
      expect(command?.text, `after ${fill}`).toContain('Now run the command:\n\nrsync');
    }
  });

  it('stands there too where a page ends between them', () => {
    const blocks = [paragraph(FILL, 1), paragraph('The fares:', 1), paragraph(FILL, 2)];
    const [, second] = splitIntoPassages(blocks, { target: 300 });
    expect(second?.text.startsWith('The fares:')).toBe(true);
  });

  it('makes no passage of a form whose lines all end in a colon longer than others', () => {
    const form = Array.from({ length: 60 }, (_, line) => paragraph(`Name of the person ${line}:`));
    const passages = splitIntoPassages(form, { target: 300 });
    expect(passages.length).toBeGreaterThan(3);
    expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThan(500);
  });
});
