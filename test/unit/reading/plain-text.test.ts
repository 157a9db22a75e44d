import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { failsAs } from './documents';

describe('plain text', () => {
  const german = 'Größe: fünf Äpfel für 3 €';

  it.each([
    ['UTF-8', Buffer.from(german, 'utf8')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`, 'utf8')],
    ['UTF-16 little endian', Buffer.from(german, 'utf16le')],
    ['UTF-16 big endian with a mark', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(german.replace('€', '\x80'), 'latin1')],
  ])('reads %s', async (_, bytes) => {
    const { blocks } = await extract(bytes, 'txt');
    expect(blocks).toEqual([{ kind: 'paragraph', text: german, page: null }]);
  });

  it('reads the apostrophe of Windows behind capitals, too', async () => {
    const bytes = Buffer.from('The hall\x92s PC\x92s and I\x92m here.', 'latin1');
    expect((await extract(bytes, 'txt')).blocks[0]?.text).toBe('The hall’s PC’s and I’m here.');
  });

  it('begins a page at each form feed', async () => {
    const { blocks, pages } = await extract(strToU8('one\n\ntwo\fthree'), 'txt');
    expect(pages).toBe(2);
    expect(blocks.map((block) => [block.text, block.page])).toEqual([
      ['one', 1],
      ['two', 1],
      ['three', 2],
    ]);
  });

  const read = async (...lines: string[]) => {
    const { blocks } = await extract(strToU8(lines.join('\n')), 'txt');
    return blocks.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text));
  };

  it('keeps lines that stand for themselves, such as times, an address or items without a bullet', async () => {
    const lines = ['Hotel Seeblick', 'Seestraße 1', '80331 München', 'Telefon: 089 1234567'];
    expect(await read(...lines)).toEqual([lines.join('\n')]);
    expect(await read('We accept:', '', 'Visa', 'Mastercard')).toEqual(['We accept:\nVisa\nMastercard']);
    expect(await read('- Fahrräder, täglich', '  Rezeption fragen', '- Bäder')).toEqual([
      '- Fahrräder, täglich Rezeption fragen\n- Bäder',
    ]);
  });

  it.each([72, 45])('joins lines that were broken at %d characters', async (width) => {
    const paragraph =
      'Ein Stellplatz in der Tiefgarage neben dem Haus kostet acht Euro je Nacht, und Gäste der Suiten Margerite und Enzian parken ohne Aufpreis. Fahrräder stehen im Keller, der nachts abgeschlossen wird. Wer früh abreist, bekommt den Schlüssel am Abend vorher, und ein Frühstück zum Mitnehmen steht ab fünf Uhr bereit.';
    const broken = paragraph
      .replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n')
      .trim()
      .split('\n');
    expect(broken.length).toBeGreaterThan(2);
    expect(await read(...broken)).toEqual([paragraph]);
  });

  it('joins a word that the end of its line divided', async () => {
    expect(await read('Bitte beachten Sie unsere Liefer-', 'frist.')).toEqual([
      'Bitte beachten Sie unsere Lieferfrist.',
    ]);
  });

  it('takes short lines above what they head for headings', async () => {
    expect(await read('Seaview Hotel', '', 'Check-in', '', 'From 3 pm.')).toEqual([
      '# Seaview Hotel',
      '# Check-in',
      'From 3 pm.',
    ]);
    expect(await read('Opening hours', 'Monday: 9–17', 'Tuesday: 9–17')).toEqual([
      '# Opening hours',
      'Monday: 9–17\nTuesday: 9–17',
    ]);
    expect(await read('PREISE', 'Auf Anfrage', '', 'Parken', '======', 'Am Haus.')).toEqual([
      '# PREISE',
      'Auf Anfrage',
      '# Parken',
      'Am Haus.',
    ]);
    expect(await read('Haben Sie einen Pool?', 'Ja, im Garten.')).toEqual([
      '# Haben Sie einen Pool?',
      'Ja, im Garten.',
    ]);
  });

  const outline = async (...parts: string[]) => {
    const { blocks } = await extract(strToU8(parts.join('\n\n')), 'txt');
    return blocks.flatMap(({ kind, level = 0, text }) =>
      kind === 'heading' ? [`${'#'.repeat(level)} ${text}`] : [],
    );
  };

  it('puts headings under one another by their numbers', async () => {
    expect(await outline('1. Fees', 'None.', '1.1 Deposits', 'None.', '2. Swimming', 'Yes.')).toEqual([
      '## 1. Fees',
      '### 1.1 Deposits',
      '## 2. Swimming',
    ]);
  });

  it('puts headings that are only set off in different ways beside one another', async () => {
    const mixed = ['OPENING HOURS', 'Daily from 9 to 5.', '1. Prices', 'A day is 5 €.'];
    expect(await outline(...mixed, 'Getting here\n---', 'By bus 7.', 'Contact', 'Call us.')).toEqual([
      '## OPENING HOURS',
      '## 1. Prices',
      '## Getting here',
      '## Contact',
    ]);
    const last = ['Anfahrt', 'Mit dem Bus.', 'PREISE', 'Ein Tag kostet 5 €.', 'Kontakt', 'Rufen Sie an.'];
    expect(await outline('ÖFFNUNGSZEITEN', 'Täglich ab 9.', ...last)).toEqual([
      '## ÖFFNUNGSZEITEN',
      '## Anfahrt',
      '## PREISE',
      '## Kontakt',
    ]);
    const underlined = ['Prices\n===', 'A day is 5 €.', 'Contact', 'Call us.'];
    expect(await outline('Opening hours\n===', 'Daily from 9 to 5.', ...underlined)).toEqual([
      '## Opening hours',
      '## Prices',
      '## Contact',
    ]);
  });

  it('puts headings below others of another style where the text shows that they are parts of these', async () => {
    const [prices, hours] = ['### Adults', '### Students'];
    const parts = ['Adults', 'A day is 5 €.', 'Students', 'A day is 3 €.'];
    // One follows the other at once.
    expect(await outline('We are open.', 'PRICES', ...parts)).toEqual(['## PRICES', prices, hours]);
    // Several under one of several.
    const sections = ['PRICES', 'All with tax.', ...parts, 'HOURS', 'Daily from 9 to 5.'];
    expect(await outline(...sections)).toEqual(['## PRICES', prices, hours, '## HOURS']);
    const underlined = ['Prices\n===', 'With tax.', 'Adults\n---', 'A day is 5 €.', 'Hours\n===', 'Daily.'];
    expect(await outline(...underlined)).toEqual(['## Prices', prices, '## Hours']);
    // Nothing else would stand under the upper.
    expect(
      await outline('HOURS', 'Daily.', 'Prices', ...parts, 'TERMS', '1. Deposit', '50 € in cash.'),
    ).toEqual(['## HOURS', '## Prices', prices, hours, '## TERMS', '### 1. Deposit']);
    // The only one so set off, above all.
    expect(await outline('Sea Spa\n===', 'Welcome.', 'HOURS', 'Daily.')).toEqual(['# Sea Spa', '## HOURS']);
  });

  it('has the same level for the same style on all pages', async () => {
    const pages = ['PRICES\n\nStudents\n\nA day is 3 €.', 'Adults\n\nA day is 5 €.', 'HOURS\n\nDaily.'];
    expect(await outline(pages.join('\f'))).toEqual(['## PRICES', '### Students', '### Adults', '## HOURS']);
  });

  it.each([
    ['The default password of the router is', 'admin-4711'],
    ['To empty the queue type', 'lpstat -x'],
    ['Zum Leeren der Warteschlange drücken Sie', 'Stern und Raute'],
  ])('keeps what announces with what it announces: %s', async (line, announced) => {
    const blocks = await read('Manual', '', line, '', announced, '', 'The lamp goes out then.');
    expect(blocks).toEqual(['# Manual', `${line}\n${announced}`, 'The lamp goes out then.']);
  });

  it('keeps hours with their days, and takes neither for a heading', async () => {
    const lines = [
      'Mon & Tue',
      '',
      '8am-4pm',
      '',
      'Weds & Thurs from noon till late',
      '',
      'Sun',
      '9 am-noon',
    ];
    expect(await read('Club', '', ...lines)).toEqual([
      '# Club',
      'Mon & Tue\n8am-4pm',
      'Weds & Thurs from noon till late',
      'Sun\n9 am-noon',
    ]);
    expect(await read('# Mo. & Di.', '', '8-12 Uhr')).toEqual(['# Mo. & Di.', '8-12 Uhr']);
  });

  it('takes neither the items of a list, nor a fact, nor what nothing follows for headings', async () => {
    const items = ['Handtücher', '', 'Bettwäsche', '', 'Kaffeemaschine', '', 'Alles liegt im Schrank.'];
    expect(await read('Es gibt viel.', '', ...items)).toEqual(['Es gibt viel.', ...items.filter(Boolean)]);
    expect(await read('Towels', 'Bed linen', 'Coffee')).toEqual(['Towels\nBed linen\nCoffee']);
    expect(await read('Call 089 1234', '', 'We are there.')).toEqual(['Call 089 1234', 'We are there.']);
    expect(await read('See you soon.', '', 'Kind regards')).toEqual(['See you soon.', 'Kind regards']);
  });

  it('refuses bytes that are no text', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, i) => (i * 7) % 256);
    await expect(extract(bytes, 'txt')).rejects.toEqual(failsAs('type_mismatch'));
  });

  it('says that white space is no text', async () => {
    await expect(extract(strToU8(' \n\n \t '), 'txt')).rejects.toEqual(failsAs('empty'));
  });
});
