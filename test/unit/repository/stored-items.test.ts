import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Entity, EntityFormatter } from 'dynamodb-toolbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { entityFiles } from '#bin/build/entities';
import { ITEMS_VERSION } from '#platform/items-version';
import { type Shape, shapeOf, unreadable } from '#test/helpers/entity-shapes';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** With each release its schemas take the former ones' place: `RELEASED=1 npx vitest run … stored-items`. */
const SCHEMAS = fileURLToPath(new URL('../../fixtures/releases/schemas.json', import.meta.url));
/** An item of each kind that the release before has written, as the table had them. */
const ITEMS = fileURLToPath(new URL('../../fixtures/releases/items.json', import.meta.url));

/** They are written by expressions of their own. */
const COUNTERS = ['AccountSpending', 'AnalyticsDay', 'AskerDay', 'AskerMonth', 'BotTests', 'ModelSpending'];

interface Release {
  readonly itemsVersion: number;
  readonly schemas: Readonly<Record<string, Shape>>;
}

let entities: ReadonlyMap<string, Entity>;
let before: Release;
beforeAll(async () => {
  const files = await entityFiles(ROOT);
  entities = new Map(files.flatMap((file) => file.entities.map((each) => [each.entityName, each])));
  if (process.env.RELEASED) {
    const schemas = Object.fromEntries(
      [...entities]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, each]) => [name, shapeOf(each)]),
    );
    writeFileSync(SCHEMAS, `${JSON.stringify({ itemsVersion: ITEMS_VERSION, schemas })}\n`);
  }
  before = JSON.parse(readFileSync(SCHEMAS, 'utf8'));
});

describe('what the release before has stored', () => {
  it('is read by this one', () => {
    expect(Object.keys(before.schemas).length).toBeGreaterThan(90);
    const problems = Object.entries(before.schemas).flatMap(([name, shape]) => {
      const entity = entities.get(name);
      return entity ? unreadable(shapeOf(entity), shape, name) : [`${name} is known no more`];
    });
    expect(problems).toEqual([]);
  });

  it('is read by this one, item by item', () => {
    const items: Parameters<typeof unmarshall>[0][] = JSON.parse(readFileSync(ITEMS, 'utf8'));
    expect(items.length).toBeGreaterThan(40);
    for (const stored of items) {
      const item = unmarshall(stored);
      const entity = entities.get(item.entity);
      if (!entity) expect(COUNTERS).toContain(item.entity);
      else expect(() => entity.build(EntityFormatter).format(item), item.entity).not.toThrow();
    }
  });
});

it('what this release stores is read by the one before, or keeps it from being deployed', () => {
  const problems = Object.entries(before.schemas).flatMap(([name, shape]) => {
    const entity = entities.get(name);
    return entity ? unreadable(shape, shapeOf(entity), name) : [];
  });
  if (ITEMS_VERSION === before.itemsVersion)
    expect(problems, 'Raise ITEMS_VERSION, or write what the release before reads').toEqual([]);
  else expect(ITEMS_VERSION).toBe(before.itemsVersion + 1);
});

describe('a schema', () => {
  const is = (shape: Shape, other: Shape | undefined) => unreadable(shape, other, 'Bot.name');
  it('does not read what it does not know, what is missing, and what is of another type', () => {
    const values: Shape = { type: 'string', enum: ['a', 'b'] };
    expect(is(values, { type: 'string', enum: ['a'] })).toEqual([]);
    expect(is(values, { type: 'string', enum: ['a', 'c'] })).toEqual(['Bot.name may be c']);
    expect(is(values, { type: 'string' })).toEqual(['Bot.name may be anything']);
    expect(is(values, undefined)).toEqual(['Bot.name may be missing']);
    expect(is({ type: 'number' }, { type: 'number', optional: true })).toEqual(['Bot.name may be missing']);
    expect(is({ type: 'number', optional: true }, undefined)).toEqual([]);
    expect(is({ type: 'number' }, { type: 'string' })).toEqual(['Bot.name is a string, no number']);
    expect(is({ type: 'any' }, { type: 'string' })).toEqual([]);
    const within = (each: Shape): Shape => ({
      type: 'list',
      elements: { type: 'map', attributes: { each } },
    });
    expect(is(within({ type: 'string' }), within({ type: 'number' }))).toEqual([
      'Bot.name[].each is a number, no string',
    ]);
  });
});
