import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { loadConversation } from '#core/conversations/messages';
import { conversationTables } from '#core/insight/reports/raw-data';
import { environment } from '#platform/environment';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { clock, depsOf, recordingSockets, runOf, send, startConversation } from '../../conversations/setup';

withLocalTable();

test('an invalid message in the middle loses its own text, and nothing else of an export', async () => {
  const ref = await startConversation();
  const { accountId, conversationId } = ref;
  const messages = [];
  for (const text of ['Where is my parcel?', 'Hello?', 'It came, thank you.'])
    messages.push(await acceptMessage(clock, ref, send(text)));
  await documentClient.send(
    new UpdateCommand({
      TableName: environment('TABLE_NAME'),
      Key: { pk: conversationChannel(accountId, conversationId), sk: `MESSAGE#${messages[1]?.messageId}` },
      UpdateExpression: 'SET author = :nobody',
      ExpressionAttributeValues: { ':nobody': 7 },
    }),
  );

  const [, table] = conversationTables({ accountId, bots: [], language: 'en' }, [
    await loadConversation(ref),
  ]);
  const texts = [];
  for await (const row of table?.rows ?? []) {
    expect(row).toHaveLength(table?.columns.length ?? 0);
    texts.push(row[5]);
  }
  expect(texts).toEqual(['Where is my parcel?', '[This message could not be read.]', 'It came, thank you.']);
});

test('an answer’s time is counted from the visitor’s message, as the analytics do', async () => {
  const ref = await startConversation();
  const start = Date.parse('2026-05-04T08:00:00Z');
  const at = (seconds: number) => () => new Date(start + seconds * 1_000);
  await acceptMessage(at(0), ref, send('When do you open?'));
  await answerConversation({ ...depsOf(recordingSockets().sockets), clock: at(4) }, ref, runOf());

  const [, messages] = conversationTables({ accountId: ref.accountId, bots: [], language: 'en' }, [
    await loadConversation(ref),
  ]);
  const place = messages?.columns.findIndex(({ label }) => label === 'Response time') ?? -1;
  const times = [];
  for await (const row of messages?.rows ?? []) times.push(row[place]);
  expect(times).toEqual([null, 4]);
});
