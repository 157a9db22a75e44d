import { describe, expect, it } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import { CreateBot } from '#contract/bots/bots';
import { chosenOf, messagesAfter, newBot } from '#features/bots/new-bot.ts';

const begun = (timezone = 'Europe/Vienna') => newBot({ language: 'de', companyName: 'Nordwind', timezone });

describe('the form that creates a bot', () => {
  it('begins with what is known, and with a draft', () => {
    expect(begun()).toMatchObject({
      start: 'draft',
      companyName: 'Nordwind',
      timezone: 'Europe/Vienna',
      welcomeMessage: botDefaults('de').welcomeMessage,
    });
    expect(newBot({ language: 'en', companyName: '', timezone: 'UTC' }).companyName).toBe('');
  });

  it('takes the usual time zone where the browser names one that nobody knows', () => {
    expect(begun('Mars/Olympus').timezone).toBe(botDefaults('de').timezone);
  });

  it('sends what was chosen, and leaves the rest to the defaults of the language', () => {
    const sent = chosenOf({ ...begun('Europe/Berlin'), name: 'Kim', theme: 'dark', start: 'deploy' });
    expect(sent).toEqual({
      name: 'Kim',
      deploy: true,
      language: 'de',
      companyName: 'Nordwind',
      theme: 'dark',
    });
    expect(CreateBot.safeParse(sent).success).toBe(true);
  });

  it('has texts that nobody changed in the language that is chosen, and keeps the others', () => {
    const config = { ...botDefaults('de'), placeholder: 'Na?', language: 'en' as const };
    expect(messagesAfter('de', 'en', config)).toMatchObject({
      welcomeMessage: botDefaults('en').welcomeMessage,
      placeholder: 'Na?',
    });
  });
});
