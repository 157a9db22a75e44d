import { describe, expect, it } from 'vitest';
import { eventsOf } from '#core/base/events/derive';
import { tableChange } from '../../operator/dispatch/follow';

const typesOf = (before: object | null, after: object | null) =>
  eventsOf(tableChange({ before: before as never, after: after as never })).map(({ type }) => type);

const set = (ranAt: string, passed: boolean) => ({
  entity: 'GoldenSet',
  accountId: 'a',
  botId: 'b',
  latest: { ranAt, results: [{ id: 'g1', passed }] },
});

describe('test questions', () => {
  it('that fail after they passed are an event, once a run', () => {
    expect(typesOf(set('1', true), set('2', false))).toEqual(['golden.regressed']);
    expect(typesOf(set('2', false), set('3', false))).toEqual([]);
    expect(typesOf(set('2', false), set('2', false))).toEqual([]);
    expect(typesOf(null, set('1', false))).toEqual([]);
  });
});

describe('a report', () => {
  const run = (status: string) => ({
    entity: 'ReportRun',
    accountId: 'a',
    scheduleId: 's',
    runId: 'r',
    status,
  });

  it('that fails for good is an event, one that is tried again is none', () => {
    expect(typesOf(run('running'), run('failed'))).toEqual(['report.failed']);
    expect(typesOf(run('running'), run('retrying'))).toEqual([]);
    expect(typesOf(run('failed'), run('failed'))).toEqual([]);
  });
});
