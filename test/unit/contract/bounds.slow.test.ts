import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { streamSafe } from '#contract/base/clean';
import { Line, Lines, List, Text } from '#contract/base/text';
import { ClientEvent } from '#contract/conversations/client-events';
import { ROUTES, type Route } from '#contract/routes';
import { bodyLimit, bytesOf, LARGEST_BODY } from '#contract/routes/body-limit';
import { FOR_PEOPLE, invalidFields } from '#platform/field-problems';
import { adversarialTexts } from '#test/helpers/adversarial';
import { cpuTime } from '#test/helpers/cpu-time';
import { alternatives, longestValue } from '#test/helpers/longest-value';

/**
 * Milliseconds of processor time, on any machine: a bound for what hangs. What grows with the square of its length takes
 * many seconds. How long each takes is the benchmark's.
 */
const LONGEST = 2_000;

const READ: readonly (readonly [string, z.ZodType])[] = [
  ...(Object.entries(ROUTES) as [string, Route][]).flatMap(([name, { body, query }]) => [
    ...(body && body !== 'raw' ? [[`the body of ${name}`, body] as const] : []),
    ...(query ? [[`the query of ${name}`, query] as const] : []),
  ]),
  ['a frame of a socket', ClientEvent],
];

const LONGEST_TEXT = 20_000;
const TEXTS = adversarialTexts(LONGEST_TEXT);
/** Of a schema; those of further entries of its lists are like the first. */
const MOST_TEXTS = 40;

/** As many as the largest body has room for. */
const ENTRIES = Array.from({ length: LARGEST_BODY / 2 }, () => 0);
const FIELDS = Object.fromEntries(Array.from({ length: LARGEST_BODY / 8 }, (_, n) => [`f${n}`, 0]));

/** As a server reads it: what is refused is also told. */
function read(schema: z.ZodType, value: unknown): boolean {
  const parsed = schema.safeParse(value, FOR_PEOPLE);
  if (!parsed.success) invalidFields(parsed.error).toBody();
  return parsed.success;
}

async function expectSoon(schema: z.ZodType, value: unknown, what: string): Promise<void> {
  const time = await cpuTime(() => read(schema, value), { most: LONGEST });
  expect(time, what).toBeLessThan(LONGEST);
}

describe.each(READ)('%s', (_, schema) => {
  const maxBody = bodyLimit({ body: schema });

  it('says how long each text and each list may be', () => {
    expect(bytesOf(schema)).toBeGreaterThan(0);
  });

  // As long as each may be, and as is read of it before it is cleaned; all no longer than the body.
  it.each([1, 4])(
    'is read in no time with adversarial texts, %s times as long as they may be',
    async (times) => {
      for (const alternative of alternatives(schema)) {
        const filled = (text: string, share: number) =>
          longestValue(alternative, (length) =>
            text.slice(0, Math.min(length * times, LONGEST_TEXT) * share),
          );
        // No text takes more bytes for its length.
        const bytes = Buffer.byteLength(JSON.stringify(filled('€'.repeat(LONGEST_TEXT), 1)));
        for (const [name, text] of Object.entries(TEXTS))
          await expectSoon(schema, filled(text, Math.min(1, maxBody / bytes)), name);
      }
    },
  );

  it('is refused in no time with a text as long as the body', async () => {
    const marks = '\u0327\u0301\u0323\u0308'.repeat(maxBody / 8);
    for (const alternative of alternatives(schema)) {
      let texts = 0;
      longestValue(alternative, () => `${texts++}`);
      for (let long = 0; long < Math.min(texts, MOST_TEXTS); long++) {
        let at = 0;
        const value = longestValue(alternative, () => (at++ === long ? marks : 'x'));
        await expectSoon(schema, value, `text ${long}`);
      }
    }
  });

  it('is refused in no time where lists and fields have too many entries', async () => {
    for (const alternative of alternatives(schema)) {
      const value = longestValue(alternative, (length) => 'x'.repeat(Math.min(length, 64)));
      await expectSoon(schema, withLists(value, ENTRIES), 'lists');
      await expectSoon(schema, crowded(value), 'fields');
    }
    await expectSoon(schema, ENTRIES, 'a list');
  });
});

/**
 * With very many fields besides its own. All in one object, what others have as fields included: a copy for each takes
 * longer than to read it.
 */
function crowded(value: unknown): unknown {
  return Object.assign(FIELDS, value);
}

/** The same with another list in place of each. */
function withLists(value: unknown, list: readonly unknown[]): unknown {
  if (Array.isArray(value)) return list;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withLists(each, list)]));
}

it('gives a message no more than a message takes', () => {
  expect(bodyLimit(ROUTES.sendMessage)).toBeLessThan(32_000);
  expect(bodyLimit(ROUTES.openSession)).toBeLessThan(50_000);
  const longest = { id: 'x'.repeat(64), text: '😀'.repeat(4_000) };
  expect(ROUTES.sendMessage.body.safeParse(longest).success).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(longest))).toBeLessThan(bodyLimit(ROUTES.sendMessage));
});

it('refuses to compute a limit where none is set', () => {
  const body = Line({ max: 5 });
  expect(bytesOf(body)).toBe(22);
  expect(() => bytesOf(ROUTES.health.response)).not.toThrow();
  expect(() => bytesOf(ROUTES.openapi.response)).toThrow('does not say how long it may be');
});

describe('texts', () => {
  it('are refused by their length before they are cleaned', () => {
    const [short, long] = [Lines({ max: 10 }), `a${' '.repeat(2_000)}b`];
    expect(short.safeParse(`  ${'e\u0301'.repeat(10)}  `).data).toBe('é'.repeat(10));
    const { issues } = short.safeParse(long).error ?? {};
    expect(issues).toEqual([expect.objectContaining({ code: 'too_big', maximum: 10 })]);
    expect(Text(3).regex(/^a+$/).safeParse('xxxx').error?.issues).toHaveLength(1);
  });

  it('keep what languages write, and part runs of marks that none does', () => {
    const vietnamese = 'Tiếng Việt'.normalize('NFD');
    expect(streamSafe(vietnamese)).toBe(vietnamese);
    const marks = '\u0301'.repeat(70);
    const parted = streamSafe(`a${marks}`);
    expect(parted.split('\u034f').map((part) => part.length)).toEqual([31, 30, 10]);
    expect(streamSafe(parted)).toBe(parted);
    expect(streamSafe(`a${'\u0301'.repeat(30)}`)).toHaveLength(31);
  });
});

describe('lists', () => {
  it('are refused by their length before their entries are read', () => {
    let read = 0;
    const entry = Text(3).refine(() => ++read > 0);
    const list = List(entry.array().max(2), 2);
    expect(list.safeParse(['a', 'b', 'c']).error?.issues).toEqual([
      expect.objectContaining({ code: 'too_big', origin: 'array', maximum: 2, path: [] }),
    ]);
    expect(read).toBe(0);
    expect(list.safeParse(['a', 'b']).success).toBe(true);
  });
});
