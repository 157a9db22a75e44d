import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Language } from '#contract/accounts/profile';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { loadConversation } from '#core/conversations/messages';
import { visitorNumber } from '#core/conversations/visitor-number';
import { allMessages } from '#core/insight/reports/raw-data';
import { transcripts } from '#core/insight/reports/transcript';
import { environment } from '#platform/environment';
import { documentClient } from '#platform/table';
import { withLocalTable } from '#test/helpers/local-table';
import { clock, depsOf, recordingSockets, runOf, send, startConversation } from '../../conversations/setup';

withLocalTable();

test('has answers as visitors read them, what visitors typed as they did, and one without a name by their number', async () => {
  const ref = await startConversation();
  const { accountId, conversationId } = ref;
  await acceptMessage(clock, ref, send('Is **that** all?'));
  await answerConversation({ ...depsOf(recordingSockets().sockets), clock }, ref, runOf());
  const conversation = await loadConversation(ref);
  const answer = (await allMessages({ accountId }, conversation)).find(
    (message) => 'author' in message && message.author === 'bot',
  );
  if (!answer || !('messageId' in answer)) throw new Error('There is no answer.');
  await documentClient.send(
    new UpdateCommand({
      TableName: environment('TABLE_NAME'),
      Key: { pk: conversationChannel(accountId, conversationId), sk: `MESSAGE#${answer.messageId}` },
      UpdateExpression: 'SET #text = :text, citations = :citations',
      ExpressionAttributeNames: { '#text': 'text' },
      ExpressionAttributeValues: {
        ':text': '**Two years**, see [the terms](https://shop.example/terms). [1]',
        ':citations': [
          {
            number: 1,
            documentId: 'd1',
            title: 'Terms',
            heading: 'Terms › Warranty',
            page: 2,
            quote: 'Two years.',
          },
        ],
      },
    }),
  );

  const readIn = async (language: Language) => {
    const { conversations } = transcripts({ accountId, bots: [], language }, [[conversation]]);
    const read = [];
    for await (const each of conversations) read.push(each);
    return read;
  };
  expect((await readIn('de'))[0]?.turns[1]?.sources).toEqual([
    '[1] Terms · Warranty · Seite 2: „Two years.“',
  ]);
  expect(await readIn('en')).toMatchObject([
    {
      title: `Visitor ${visitorNumber(conversation)}`,
      turns: [
        { text: 'Is **that** all?' },
        {
          text: 'Two years, see the terms (https://shop.example/terms). [1]',
          sources: ['[1] Terms · Warranty · page 2: “Two years.”'],
        },
      ],
    },
  ]);
});
