import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  FOLLOWED_ENTITIES,
  FOLLOWED_LATER,
  FOLLOWED_WHEN_NEW,
  FOLLOWED_WHEN_WARNED,
  FOLLOWED_WHILE_THERE,
} from '#contract/base/followed-entities';
import { recordFilter } from '#infra/local/runtime/filter';
import { synthesized } from './synthesized';

const synth = await synthesized();

const READERS = ['now', 'later'] as const;

/** The reader of what people wait for has no window. */
function mappingOf(reader: (typeof READERS)[number]) {
  const [mapping, ...others] = synth.assembly
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => String(properties.EventSourceArn).startsWith('arn:aws:dynamodb:'))
    .filter(({ properties }) => Boolean(properties.MaximumBatchingWindowInSeconds) === (reader === 'later'));
  expect(others).toEqual([]);
  return mapping?.properties ?? {};
}

/** What the template's filter of the table's stream lets through. */
function passes(
  images: { readonly before?: object; readonly after?: object },
  reader: (typeof READERS)[number] = 'later',
): boolean {
  const changed = images.before ? 'MODIFY' : 'INSERT';
  return recordFilter(mappingOf(reader).FilterCriteria)({
    eventName: images.after ? changed : 'REMOVE',
    dynamodb: {
      Keys: marshall({ pk: 'a', sk: 'b' }),
      ...(images.before && { OldImage: marshall(images.before) }),
      ...(images.after && { NewImage: marshall(images.after) }),
    },
  });
}

describe("the filter of the table's stream", () => {
  it.each(FOLLOWED_ENTITIES)('lets a %s through that is new, changed or gone', (entity) => {
    expect(passes({ after: { entity } })).toBe(true);
    expect(passes({ before: { entity }, after: { entity } })).toBe(true);
    const isFollowedOut = FOLLOWED_WHILE_THERE.every((other) => other !== entity);
    expect(passes({ before: { entity } })).toBe(isFollowedOut);
  });

  it.each(FOLLOWED_ENTITIES.filter((entity) => FOLLOWED_LATER.every((later) => later !== entity)))(
    'lets a %s through to what people wait for',
    (entity) => {
      expect(passes({ after: { entity } }, 'now')).toBe(true);
      expect(passes({ before: { entity }, after: { entity } }, 'now')).toBe(true);
      expect(passes({ before: { entity } }, 'now')).toBe(true);
    },
  );

  it('lets what people wait for have conversations of which somebody is told, and no others', () => {
    const told = (entity: string, item: object) => passes({ after: { entity, ...item } }, 'now');
    expect(told('Conversation', { status: 'active', lastSequence: 2 })).toBe(false);
    expect(told('Conversation', { status: 'escalated', revision: 1 })).toBe(true);
    expect(told('Conversation', { status: 'active', deletedAt: '2026-11-28T10:00:00Z' })).toBe(true);
    expect(told('Message', { author: 'visitor' })).toBe(false);
    expect(told('Message', { author: 'bot', kind: 'generated' })).toBe(false);
    expect(told('Message', { author: 'bot', kind: 'escalated' })).toBe(true);
    expect(told('Message', { author: 'bot', kind: 'ended' })).toBe(true);
    expect(told('Message', { author: 'visitor', toPerson: true })).toBe(true);
    expect(told('Message', { author: 'agent' })).toBe(true);
  });

  it.each(FOLLOWED_WHEN_NEW)('lets a %s through that is new, and not as it is used', (entity) => {
    expect(passes({ after: { entity } })).toBe(true);
    expect(passes({ before: { entity }, after: { entity } })).toBe(false);
    expect(passes({ before: { entity } })).toBe(false);
  });

  it.each(FOLLOWED_WHEN_WARNED)('lets a %s through whose level is reached, and not each use', (entity) => {
    for (const reader of READERS) {
      expect(passes({ before: { entity }, after: { entity, answers: 2 } }, reader)).toBe(false);
      expect(passes({ before: { entity }, after: { entity, warned: 80 } }, reader)).toBe(true);
    }
  });

  it.each(['RateCounter', 'AnswerLease', 'Ticket', 'Connection', 'ClientMessage', 'BotName'])(
    'keeps back a %s, which nothing follows',
    (entity) => {
      expect(passes({ after: { entity } })).toBe(false);
      expect(passes({ before: { entity }, after: { entity } })).toBe(false);
      expect(passes({ before: { entity } })).toBe(false);
    },
  );

  it.each(READERS)('has no more patterns than a mapping may have, each short enough: %s', (reader) => {
    const { Filters = [] } = (mappingOf(reader).FilterCriteria ?? {}) as { Filters?: { Pattern: string }[] };
    expect(Filters.length).toBeGreaterThan(0);
    expect(Filters.length).toBeLessThanOrEqual(5);
    for (const { Pattern } of Filters) expect(Pattern.length).toBeLessThanOrEqual(4_096);
  });
});
