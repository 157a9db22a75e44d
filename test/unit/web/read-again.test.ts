import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readAgain } from '#lib/read-again';

/** A list that is shown, whose readings the test answers one by one. */
function shownList() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const readings: ((answer: string | Promise<never>) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => new Promise<string>((answer) => readings.push(answer)),
  });
  observer.subscribe(() => {});
  return {
    client,
    readings,
    shown: () => observer.getCurrentResult().data,
    status: () => observer.getCurrentResult().status,
  };
}

test('what is shown is read again, and once', async () => {
  const { client, readings, shown } = shownList();
  readings[0]?.('before');
  await expect.poll(shown).toBe('before');
  readAgain(client);
  readings[1]?.('after');
  await expect.poll(shown).toBe('after');
  expect(readings).toHaveLength(2);
});

test('a first reading under way is done once more, for it may have seen what was before', async () => {
  const { client, readings, shown } = shownList();
  readAgain(client, { queryKey: ['another'] });
  readAgain(client, { queryKey: ['list'] });
  readings[0]?.('before');
  await expect.poll(() => readings.length).toBe(2);
  readings[1]?.('after');
  await expect.poll(shown).toBe('after');
});

test('a failed first reading is left to the reader of the page', async () => {
  const { client, readings, status } = shownList();
  readAgain(client);
  readings[0]?.(Promise.reject(new Error('The network is away.')));
  await expect.poll(status).toBe('error');
  await new Promise((resolve) => setTimeout(resolve));
  expect(readings).toHaveLength(1);
});
