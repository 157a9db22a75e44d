import { describe, expect, it } from 'vitest';
import { CompanyName, FullName } from '#contract/accounts/profile';
import { cleanLine, cleanLines } from '#contract/base/clean';
import { BotName, CreateBot, UpdateBot } from '#contract/bots/bots';
import { ClientEvent } from '#contract/conversations/client-events';
import { SendMessage } from '#contract/conversations/widget';
import { RegisterDocument } from '#contract/knowledge/documents';

/** Every field that a person writes, by what parses it. */
const NAMES = { BotName, FullName, CompanyName };
const FIELDS: Readonly<Record<string, (text: string) => unknown>> = {
  'name of a bot': (name) => CreateBot.parse({ name }).name,
  'description of a bot': (description) => CreateBot.parse({ name: 'Bot', description }).description,
  'company of a bot': (companyName) => CreateBot.parse({ name: 'Bot', companyName }).companyName,
  'welcome of a bot': (welcomeMessage) => UpdateBot.parse({ version: 1, welcomeMessage }).welcomeMessage,
  'fallback of a bot': (fallbackMessage) => UpdateBot.parse({ version: 1, fallbackMessage }).fallbackMessage,
  'name of a file': (fileName) => RegisterDocument.parse({ fileName, size: 1 }).fileName,
  'title of a document': (title) => RegisterDocument.parse({ fileName: 'a.txt', size: 1, title }).title,
  'description of a document': (description) =>
    RegisterDocument.parse({ fileName: 'a.txt', size: 1, description }).description,
  'full name': (name) => FullName.parse(name),
  'name of a company': (name) => CompanyName.parse(name),
  'message over HTTP': (text) => SendMessage.parse({ id: '0b7cf21c-1111-4222-8333-000000000001', text }).text,
  'message over a socket': (text) => {
    const event = ClientEvent.parse({
      type: 'message.send',
      id: '0b7cf21c-1111-4222-8333-000000000001',
      text,
    });
    return event.type === 'message.send' ? event.text : null;
  },
};

describe.each(Object.entries(FIELDS))('the %s', (_, parse) => {
  it.each([
    ['overrides of direction', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['isolates', 'a\u2066b\u2069c', 'abc'],
    ['marks of direction', 'a\u200eb\u200fc\u061cd', 'abcd'],
    ['zero-width spaces', 'a\u200bb\ufeffc\u2060d', 'abcd'],
    ['soft hyphens', 'Liefer\u00adfrist', 'Lieferfrist'],
    ['controls of C0', 'a\0b\u0007c\u001bd', 'abcd'],
    ['controls of C1', 'a\u0080b\u009fc', 'abc'],
    ['hidden tags', `ok${String.fromCodePoint(0xe0041, 0xe0042)}`, 'ok'],
    ['half characters', 'ok\ud83d', 'ok'],
    ['joiners between Latin letters', 'ad\u200dmin', 'admin'],
    ['spaces around it', '  \u00a0ok\u3000 ', 'ok'],
  ])('is kept without %s', (__, written, meant) => {
    expect(parse(written)).toBe(meant);
  });

  it('is composed', () => {
    expect(parse('Mu\u0308ller')).toBe('M\u00fcller');
  });

  it.each([
    ['a family', '👨‍👩‍👧‍👦'],
    ['a profession with a colour of skin', '👩🏽‍🚀'],
    ['a flag with a joiner', '🏳️‍🌈'],
    ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['Hebrew', 'שלום עולם'],
    ['Vietnamese', 'Tiếng Việt'],
  ])('keeps %s as it is', (__, text) => {
    expect(parse(text)).toBe(text.normalize('NFC'));
  });
});

describe('a line', () => {
  it('has no line ends, and single spaces', () => {
    expect(cleanLine(' Ava\r\n\tof\u2028 ACME\u0085 Ltd ')).toBe('Ava of ACME Ltd');
  });

  it('of invisible characters alone is empty, so that a name of them is refused', () => {
    for (const nothing of ['', '   ', '\u200b\u200b', '\u202e \u2066', '\n\t', '\u3000'])
      for (const [name, schema] of Object.entries(NAMES)) {
        const parsed = schema.safeParse(nothing);
        if (name === 'CompanyName') expect(parsed.data).toBe('');
        else expect(parsed.error?.issues).toMatchObject([{ code: 'too_small' }]);
      }
  });

  it('is as long as it may be after it was cleaned, not before', () => {
    expect(BotName.parse(`${'\u200b'.repeat(500)}${'a'.repeat(80)}`)).toHaveLength(80);
    expect(BotName.safeParse('a'.repeat(81)).error?.issues).toMatchObject([
      { code: 'too_big', message: 'Please enter at most 80 characters.' },
    ]);
  });
});

describe('lines', () => {
  it('keep their line ends and inner spaces, written in one way', () => {
    expect(cleanLines('\n one\r\n\r\ntwo\rthree\u2029four\tfive  six \n')).toBe(
      'one\n\ntwo\nthree\nfour five  six',
    );
  });

  it('of white space alone are no message', () => {
    for (const nothing of ['', ' \n\t ', '\u200b\n\u2067'])
      expect(UpdateBot.safeParse({ version: 1, welcomeMessage: nothing }).error?.issues).toMatchObject([
        { code: 'too_small', message: 'Please enter something.' },
      ]);
  });
});

it('cleaning a clean text changes nothing', () => {
  for (const text of ['👩🏽‍🚀 ok', 'a\nb', 'Müller & Söhne', 'می‌خواهم']) {
    expect(cleanLines(cleanLines(text))).toBe(cleanLines(text));
    expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
  }
});
