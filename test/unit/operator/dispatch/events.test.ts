import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { WebhookEventType } from '#contract/insight/webhooks';
import { LATER } from '#core/operator/dispatch/later';
import { NOW } from '#core/operator/dispatch/now';

const EVENTS = new URL('../../../../functions/core/base/events/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, EVENTS), 'utf8');

/** Events that only a subscriber of whole batches takes: webhooks tell of some, and a document's citations are listed. */
const HEARD_IN_BATCHES: readonly string[] = [...WebhookEventType.options, 'answer.given'];

test('every event is derived from changes of the table, and has a subscriber', () => {
  const types = [...read('events.ts').matchAll(/^ {2}'([\w.]+)': /gm)].map(([, type = '']) => type);
  expect(types).toEqual(expect.arrayContaining([...Object.keys(NOW.of), ...HEARD_IN_BATCHES]));
  const derived = read('derive.ts') + read('conversation-events.ts');
  const heard = [...Object.keys(NOW.of), ...Object.keys(LATER.of), ...HEARD_IN_BATCHES];
  expect(types.filter((type) => !derived.includes(`'${type}'`))).toEqual([]);
  expect(types.filter((type) => !heard.includes(type))).toEqual([]);
});
