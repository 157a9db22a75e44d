import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_MESSAGES } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';
import { OTHER_LANGUAGE_LABEL } from '#core/answers/other-language';
import { sharedCloud } from '../../helpers/cloud';
import { processed, uploadDocument } from '../../helpers/documents';
import { newUser } from '../../helpers/users';
import { openVisitor, type TestVisitor } from '../../helpers/visitor';

const DOCUMENT = `# Hillside Pottery Club

## Joining

You become a member by filling in the form at the desk. Membership is 24 pounds a year.

## Getting here

There are three parking spaces behind the building.

Dogs are welcome in the garden if they are on a lead.
`;

const cloud = sharedCloud();
let visitor: TestVisitor;

beforeAll(async () => {
  const user = await newUser(cloud);
  const bot = await user.call<Bot>('createBot', { body: { name: 'Club', language: 'en', deploy: true } });
  const content = Buffer.from(DOCUMENT);
  const document = await uploadDocument(user, bot.id, { fileName: 'club.md', content });
  expect(await processed(user, document)).toMatchObject({ status: 'success', language: 'en' });
  visitor = await openVisitor(cloud, bot.widgetId, { language: 'de' });
  return async () => void (await visitor.close());
});

describe('a German visitor of a bot with English documents alone', () => {
  test.each([
    ['wo kann ich parken', 'three parking spaces'],
    ['wie werde ich mitglied', 'filling in the form'],
    ['was kostet die mitgliedschaft', '24 pounds'],
    ['darf mein hund mit', 'Dogs are welcome'],
  ])('reads the closest passage, and that it is in English: %s', async (question, passage) => {
    const { message, citations } = await visitor.ask(question);
    expect(message).toMatchObject({ kind: 'quoted' });
    expect(message.text).toContain(OTHER_LANGUAGE_LABEL.de);
    expect(message.text).toContain(passage);
    expect(citations).not.toHaveLength(0);
  });

  test('is told in German that there is no answer', async () => {
    const { message } = await visitor.ask('gutscheincode xy');
    expect(message.text).toBe(DEFAULT_MESSAGES.de.fallbackMessage);
  });
});
