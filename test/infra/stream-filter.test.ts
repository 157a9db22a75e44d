import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { FOLLOWED_ENTITIES, FOLLOWED_WHEN_NEW } from '#contract/base/followed-entities';
import { recordFilter } from '#infra/local/runtime/filter';
import { type Synthesized, synthesized } from './synthesized';

let synth: Synthesized;
beforeAll(async () => {
  synth = await synthesized();
});

/** What the template's filter of the table's stream lets through. */
function passes(images: { readonly before?: object; readonly after?: object }): boolean {
  const changed = images.before ? 'MODIFY' : 'INSERT';
  const [mapping, ...others] = synth.assembly
    .ofType('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => String(properties.EventSourceArn).startsWith('arn:aws:dynamodb:'));
  expect(others).toEqual([]);
  return recordFilter(mapping?.properties.FilterCriteria)({
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
    expect(passes({ before: { entity } })).toBe(true);
  });

  it.each(FOLLOWED_WHEN_NEW)('lets a %s through that is new, and not as it is used', (entity) => {
    expect(passes({ after: { entity } })).toBe(true);
    expect(passes({ before: { entity }, after: { entity } })).toBe(false);
    expect(passes({ before: { entity } })).toBe(false);
  });

  it.each(['RateCounter', 'AnswerLease', 'Ticket', 'Connection', 'ClientMessage', 'BotName'])(
    'keeps back a %s, which nothing follows',
    (entity) => {
      expect(passes({ after: { entity } })).toBe(false);
      expect(passes({ before: { entity }, after: { entity } })).toBe(false);
      expect(passes({ before: { entity } })).toBe(false);
    },
  );

  it('has no more patterns than a mapping may have, each short enough', () => {
    const [mapping] = synth.assembly
      .ofType('AWS::Lambda::EventSourceMapping')
      .filter(({ properties }) => properties.FilterCriteria !== undefined);
    const { Filters = [] } = (mapping?.properties.FilterCriteria ?? {}) as {
      Filters?: { Pattern: string }[];
    };
    expect(Filters.length).toBeGreaterThan(0);
    expect(Filters.length).toBeLessThanOrEqual(5);
    for (const { Pattern } of Filters) expect(Pattern.length).toBeLessThanOrEqual(4_096);
  });
});
