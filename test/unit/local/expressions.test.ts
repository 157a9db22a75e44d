import conditionParser from 'dynalite/db/conditionParser.js';
import updateParser from 'dynalite/db/updateParser.js';
import { describe, expect, it, vi } from 'vitest';
import { check, type ItemOperation } from '#infra/local/services/dynamodb/engine';
import { remembering } from '#infra/local/services/dynamodb/expressions';

type Values = Record<string, Record<string, unknown>>;
type Names = Record<string, string>;

function contextOf(attrVals: Values, attrNames?: Names) {
  const unused = (of: object = {}) =>
    Object.fromEntries(Object.keys(of).map((name) => [name, true as const]));
  const unusedOnes = { unusedAttrNames: unused(attrNames), unusedAttrVals: unused(attrVals) };
  return { attrVals, attrNames, ...unusedOnes, isReserved: () => false, compare: () => false };
}

/** dynalite's parser that is remembered, and how often it was asked. */
function remembered(parser: typeof conditionParser, most?: number) {
  const parse = vi.fn(parser.parse);
  const remember = remembering(parse, most);
  return {
    parses: () => parse.mock.calls.length,
    ask: (expression: string, values: Values, names?: Names) =>
      remember(expression, { context: contextOf(values, names) }),
  };
}

describe('an expression', () => {
  it('is parsed once for requests that differ in their values, each with its own', () => {
    const { ask, parses } = remembered(conditionParser);
    for (const [text, count] of [
      ['mine', '1'],
      ['yours', '2'],
    ] as const) {
      const values = { ':text': { S: text }, ':count': { N: count } };
      expect(ask('a = :text OR size(b) IN (:count, :count)', values)).toMatchObject({
        expression: {
          type: 'or',
          args: [
            { type: '=', args: [['a'], { S: text }] },
            { type: 'in', args: [{ type: 'function', name: 'size' }, { N: count }, { N: count }] },
          ],
        },
        pathHeads: { a: true, b: true },
      });
    }
    expect(parses()).toBe(1);
  });

  it('keeps no value of the request that was parsed', () => {
    const { ask } = remembered(updateParser);
    ask('SET a = :list', { ':list': { L: [{ S: 'secret' }] } });
    const next = ask('SET a = :list', { ':list': { L: [] } });
    expect(next).toMatchObject({ sections: [{ type: 'set', path: ['a'], val: { L: [] }, attrType: 'L' }] });
    expect(JSON.stringify(next)).not.toContain('secret');
  });

  it('is not what another request made of its tree', () => {
    const { ask } = remembered(updateParser);
    const expression = 'SET a = if_not_exists(b.c, :zero), d = :zero';
    const first = ask(expression, { ':zero': { N: '0' } }) as {
      sections: { path: unknown[]; val: unknown }[];
    };
    const asGiven = structuredClone(first);
    for (const section of first.sections) {
      section.path.push('more');
      section.val = { S: 'written over' };
    }
    expect(ask(expression, { ':zero': { N: '0' } })).toEqual(asGiven);
  });

  it('is parsed anew for other names, other types and other values that it could use', () => {
    const { ask, parses } = remembered(conditionParser);
    expect(ask('#a = :v', { ':v': { S: '1' } }, { '#a': 'one' })).toMatchObject({
      expression: { args: [['one'], { S: '1' }] },
    });
    expect(ask('#a = :v', { ':v': { S: '1' } }, { '#a': 'two' })).toMatchObject({
      expression: { args: [['two'], { S: '1' }] },
    });
    expect(ask('#a = :v', { ':v': { N: '1' } }, { '#a': 'two' })).toMatchObject({
      expression: { args: [['two'], { N: '1' }] },
    });
    expect(ask('#a = :v', {}, { '#a': 'two' })).toMatch('attribute value used in expression is not defined');
    expect(parses()).toBe(4);
  });

  it('is parsed anew when so many others were asked for since', () => {
    const { ask, parses } = remembered(conditionParser, 2);
    for (const expression of ['a = :v', 'b = :v', 'a = :v', 'c = :v', 'a = :v', 'b = :v']) {
      ask(expression, { ':v': { S: '' } });
    }
    expect(parses()).toBe(4);
  });
});

describe('a request', () => {
  it('is refused for a type that its function does not take, after one whose type it takes', () => {
    for (const times of [1, 2]) {
      expect(condition('begins_with(a, :v)', { ':v': { S: 'x' } }), `time ${times}`).toBeDefined();
      expect(() => condition('begins_with(a, :v)', { ':v': { N: '1' } }), `time ${times}`).toThrow(
        'operator or function: begins_with, operand type: N',
      );
    }
  });

  it('is refused for bounds in the wrong order, after one whose bounds are in order', () => {
    expect(condition('a BETWEEN :x AND :y', { ':x': { N: '1' }, ':y': { N: '2' } })).toBeDefined();
    expect(() => condition('a BETWEEN :x AND :y', { ':x': { N: '3' }, ':y': { N: '2' } })).toThrow(
      'lower bound operand: AttributeValue: {N:3}, upper bound operand: AttributeValue: {N:2}',
    );
  });

  it('is refused for a type that does not exist, after one whose type exists', () => {
    expect(condition('attribute_type(a, :type)', { ':type': { S: 'SS' } })).toBeDefined();
    expect(() => condition('attribute_type(a, :type)', { ':type': { S: 'XX' } })).toThrow(
      'Invalid attribute type name found; type: XX',
    );
  });

  it('is refused for what none of its expressions uses, whether they are known or not', () => {
    const request = (expressions: Record<string, string>) =>
      checked('UpdateItem', {
        Key: { pk: { S: 'p' } },
        ...expressions,
        ExpressionAttributeNames: { '#used': 'used', '#other': 'other' },
        ExpressionAttributeValues: { ':used': { S: '' }, ':other': { S: '' } },
      });
    const both = { UpdateExpression: 'SET #used = :used', ConditionExpression: '#other = :other' };
    for (const times of [1, 2]) {
      expect(request(both), `time ${times}`).toBeDefined();
      expect(() => request({ UpdateExpression: both.UpdateExpression }), `time ${times}`).toThrow(
        'Value provided in ExpressionAttributeNames unused in expressions: keys: {#other}',
      );
      expect(() => request({ ConditionExpression: both.ConditionExpression }), `time ${times}`).toThrow(
        'Value provided in ExpressionAttributeNames unused in expressions: keys: {#used}',
      );
    }
  });
});

function condition(ConditionExpression: string, ExpressionAttributeValues: Values) {
  return checked('DeleteItem', { Key: { pk: { S: 'p' } }, ConditionExpression, ExpressionAttributeValues });
}

function checked(operation: ItemOperation, request: Record<string, unknown>) {
  return check(operation, { TableName: 'Table', ...structuredClone(request) }).request;
}
