import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import type { PublicBot } from '#contract/bots/public-bot';
import { publicBot } from '#core/bots/public-bot';
import { removeInvalidSettings } from '#widget/parts/page-settings';

const BOT = publicBot({
  widgetId: 'abcd1234' as PublicBot['widgetId'],
  version: 1,
  botName: 'Tents',
  paused: false,
  config: botDefaults('en'),
});
/** What is left of what a page settings. */
const kept = (settings: Record<string, unknown>, bot: Partial<PublicBot> = BOT) => {
  removeInvalidSettings(settings, bot);
  return settings;
};

describe('what a page sets', () => {
  const warn = vi.fn<(text: string) => void>();
  beforeEach(() => vi.stubGlobal('console', { ...console, warn }));
  afterEach(() => warn.mockClear());

  it.each([
    { botName: 'Another' },
    { welcomeMessage: '2000' },
    { starterQuestions: ['When do you open?', 'Where are you?'] },
    { starterQuestions: [] },
    { typingIndicator: false },
    { responseDelay: 10, fontSize: 20, borderRadius: 0 },
    { sessionTimeoutMinutes: 1_440 },
    { avatarUrl: 'https://shop.example/us.png' },
    { avatarUrl: '/us.png' },
    { avatarUrl: '' },
  ])('is taken where it is of the kind that the field has: %j', (settings) => {
    expect(kept({ ...settings })).toEqual(settings);
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    { botName: null },
    { botName: 7 },
    { botName: ['Tents'] },
    { welcomeMessage: { en: 'Hello' } },
    { starterQuestions: null },
    { starterQuestions: 'When do you open?' },
    { starterQuestions: {} },
    { starterQuestions: [{ text: 'When do you open?' }] },
    { starterQuestions: [['When do you open?']] },
    { starterQuestions: [null] },
    { opening: { text: {}, prompt: { type: 'field' } } },
    { translations: { de: { welcomeMessage: {} } } },
    { typingIndicator: 'no' },
    { responseDelay: 1e9 },
    { responseDelay: 11 },
    { responseDelay: Number.NaN },
    { responseDelay: '1' },
    { sessionTimeoutMinutes: 1e9 },
    { avatarUrl: 'javascript:alert(1)' },
    { avatarUrl: ' javascript:alert(1)' },
    { avatarUrl: {} },
    { placeholder: undefined },
  ])('is left out where it is not, with a warning: %j', (settings) => {
    expect(kept({ ...settings, theme: 'dark' })).toEqual({ theme: 'dark' });
    expect(warn.mock.calls).toEqual([[`Parley: ${Object.keys(settings)[0]}`]]);
  });

  it('is taken also where the configuration has not come, unless it is an object', () => {
    expect(kept({ botName: 'Tents', fontSize: 18, opening: {} }, {})).toEqual({
      botName: 'Tents',
      fontSize: 18,
    });
  });
});
