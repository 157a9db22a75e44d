import { botDefaults } from '#contract/bots/bot-config';
import { Bot } from '#contract/bots/bots';

/** A bot as the server gives it, all set by default but for what is given here and by the test. */
export function botWith(change: Partial<Record<keyof Bot, unknown>> = {}): Bot {
  return Bot.parse({
    ...botDefaults('en'),
    id: 'b1',
    accountId: 'a1',
    widgetId: 'ab12cd34',
    name: 'Helper',
    status: 'active',
    trainingStep: null,
    companyName: 'Miller & "Sons"',
    welcomeMessage: 'Hi <b>you</b>\nand you',
    primaryColor: '#123456',
    position: 'top-left',
    documentCount: 1,
    passageCount: 1,
    failedDocumentCount: 0,
    version: 1,
    publishedVersion: 1,
    hasUnpublishedChanges: false,
    isShown: true,
    isHeldByPlan: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  });
}
