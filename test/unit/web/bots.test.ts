import { describe, expect, it } from 'vitest';
import { Bot } from '../../../functions/contract/bots';
import { mergeEdits } from '../../../web/src/features/bots/merge-edits';
import { embedCode } from '../../../web/src/lib/embed';
import { initials } from '../../../web/src/lib/initials';

describe('two edits of the same bot', () => {
  const base = { welcome: 'Hello', fallback: 'Sorry', colour: '#000000' };

  it('come together where they touch different fields', () => {
    expect(mergeEdits(base, { ...base, welcome: 'Hi' }, { ...base, colour: '#ffffff' })).toEqual({
      merged: { welcome: 'Hi', fallback: 'Sorry', colour: '#ffffff' },
      conflicts: [],
    });
  });

  it('conflict where both changed a field, and keep mine until a person decides', () => {
    expect(
      mergeEdits(base, { ...base, welcome: 'Hi' }, { ...base, welcome: 'Hey', fallback: 'Pardon' }),
    ).toEqual({
      merged: { welcome: 'Hi', fallback: 'Pardon', colour: '#000000' },
      conflicts: ['welcome'],
    });
  });

  it('do not conflict where both made the same change', () => {
    const changed = { ...base, welcome: 'Hi' };
    expect(mergeEdits(base, changed, changed)).toEqual({ merged: changed, conflicts: [] });
  });
});

describe('embed code', () => {
  const bot = Bot.parse({
    id: 'b1',
    accountId: 'a1',
    widgetId: 'ab12cd34',
    name: 'Helper',
    description: '',
    language: 'en',
    status: 'active',
    companyName: 'Miller & "Sons"',
    welcomeMessage: 'Hi <b>you</b>\nand you',
    fallbackMessage: 'Sorry',
    primaryColor: '#123456',
    secondaryColor: '#ffffff',
    position: 'top-left',
    allowedDomains: [],
    documentCount: 0,
    passageCount: 0,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });

  it('names the widget, and what the first paint needs', () => {
    const code = embedCode(bot, 'https://app.parley.example');
    expect(code).toMatch(/^<script async src="https:\/\/app\.parley\.example\/widget\.js"/);
    for (const attribute of [
      'data-widget-id="ab12cd34"',
      'data-bot-name="Helper"',
      'data-primary-color="#123456"',
      'data-secondary-color="#ffffff"',
      'data-position="top-left"',
    ])
      expect(code).toContain(attribute);
  });

  it('lets no text of the owner end its attribute', () => {
    const code = embedCode(bot, 'https://app.parley.example');
    expect(code).toContain('data-company-name="Miller &amp; &quot;Sons&quot;"');
    expect(code).toContain('data-greeting="Hi &lt;b&gt;you&lt;/b&gt;&#10;and you"');
  });
});

describe('initials', () => {
  it.each([
    ['Mira Hohenstein', 'MH'],
    ['mira', 'M'],
    ['Anna Maria von Berg', 'AM'],
    ['  Ötzi   Übel ', 'ÖÜ'],
    ['', ''],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});
