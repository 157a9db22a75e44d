import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeltaStream } from '#core/conversations/delta-stream';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first piece goes at once, the next ones together, and their offsets join without a gap', async () => {
  const sent: [number, string][] = [];
  const stream = createDeltaStream(async (offset, text) => void sent.push([offset, text]));
  stream.push('Hel');
  expect(sent).toEqual([[0, 'Hel']]);
  stream.push('lo ');
  stream.push('there');
  await vi.advanceTimersByTimeAsync(49);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([
    [0, 'Hel'],
    [3, 'lo there'],
  ]);
});

test('pauses grow, so that a long answer costs few calls', async () => {
  const send = vi.fn(async () => {});
  const stream = createDeltaStream(send);
  for (let n = 0; n < 1_000; n += 1) {
    stream.push('word ');
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(send.mock.calls.length).toBeGreaterThan(40);
  expect(send.mock.calls.length).toBeLessThan(60);
});

test('a slow call holds the next piece back, so that none overtakes it', async () => {
  const sent: string[] = [];
  let arrive = () => {};
  const stream = createDeltaStream((_, text) => {
    sent.push(text);
    return new Promise((resolve) => {
      arrive = resolve;
    });
  });
  stream.push('a');
  stream.push('b');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['a']);
  arrive();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['a', 'b']);
});

test('closing waits for what is under way and sends nothing after', async () => {
  let arrive = () => {};
  const send = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  const stream = createDeltaStream(send);
  stream.push('a');
  stream.push('b');
  let closed = false;
  const closing = stream.close().then(() => {
    closed = true;
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(closed).toBe(false);
  arrive();
  await closing;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('what comes after a pause goes at once', async () => {
  const sent: string[] = [];
  const stream = createDeltaStream(async (_, text) => void sent.push(text));
  stream.push('a');
  await vi.advanceTimersByTimeAsync(1_000);
  stream.push('b');
  expect(sent).toEqual(['a', 'b']);
});
