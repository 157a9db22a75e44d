import { describe, expect, it, test } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import { escalationMessage } from '#core/conversations/escalation-message';
import { escalationOf, failureEscalates } from '#core/conversations/escalation-triggers';
import { isUnhappy } from '#core/conversations/sentiment';

const said = (
  author: 'visitor' | 'bot' | 'agent',
  text: string,
  kind?: 'abstained' | 'generated' | 'guided' | 'escalated',
) => ({ author, text, ...(kind && { kind }) }) as const;

describe('keywords', () => {
  const named = (keywords: string[], asked: string, language: 'en' | 'de' = 'en') =>
    escalationOf(
      { ...botDefaults(language), escalationTrigger: 'keywords', escalationKeywords: keywords },
      { language, asked, before: [] },
    );

  it.each([
    ['refund', 'I want a REFUND now!'],
    ['refund', 'Where are my refunds?'],
    ['real person', 'A real person has to look at it'],
    ['café', 'Is the CAFE open?'],
  ])('"%s" is in "%s"', (keyword, text) => expect(named([keyword], text)).toBe('keywords'));

  it.each([
    ['art', 'Is there a party?'],
    ['real person', 'Is this real? My person is lost.'],
    ['real person', 'A person, for real'],
    ['---', 'Anything --- at all'],
  ])('"%s" is not in "%s"', (keyword, text) => expect(named([keyword], text)).toBeNull());

  it.each([
    ['Kündigung', 'Wie geht die Vertragskündigung?'],
    ['Kündigung', 'Was ist die Kündigungsfrist?'],
    ['Kündigung', 'meine kuendigung'],
    ['Anwalt', 'Ich gehe zum RECHTSANWALT'],
    ['straße', 'in welcher STRASSE'],
  ])('in German "%s" is in "%s"', (keyword, text) => expect(named([keyword], text, 'de')).toBe('keywords'));

  it.each([
    ['Chef', 'Der Küchenchefkoch'],
    ['Rat', 'Ich brauche den Rathausplan'],
  ])('in German the short "%s" is not in "%s"', (keyword, text) =>
    expect(named([keyword], text, 'de')).toBeNull(),
  );

  test('are not looked at where another trigger is chosen, or none is wanted', () => {
    const config = { ...botDefaults('en'), escalationKeywords: ['refund'] };
    const asked = { language: 'en', asked: 'refund', before: [] } as const;
    expect(escalationOf({ ...config, escalationTrigger: 'manual' }, asked)).toBeNull();
    expect(
      escalationOf({ ...config, escalationTrigger: 'keywords', escalationEnabled: false }, asked),
    ).toBeNull();
  });
});

describe('a visitor’s own wish for a person', () => {
  const wish = { language: 'en', asked: 'Can I talk to a real person?', before: [] } as const;

  it.each(['manual', 'keywords', 'sentiment', 'failed_responses'] as const)(
    'counts whatever else the settings look for: %s',
    (escalationTrigger) => {
      expect(escalationOf({ ...botDefaults('en'), escalationTrigger }, wish)).toBe('manual');
    },
  );

  it('counts for nothing where nobody is passed on, or where the flow has offered it as a choice', () => {
    expect(escalationOf({ ...botDefaults('en'), escalationEnabled: false }, wish)).toBeNull();
    expect(escalationOf(botDefaults('en'), { ...wish, isChosen: true })).toBeNull();
  });
});

describe('sentiment', () => {
  it.each([
    'This is useless.',
    "That's not helpful at all",
    "you don't understand me",
    'I am really disappointed with your service',
    'What a waste of time',
    'Not good enough, and the worst support I ever had',
    'Das ist eine Frechheit!',
    'Sie helfen mir überhaupt nicht',
    'Ich bin nicht zufrieden',
    'So ein Mist, das nervt',
    'Das hilft mir leider nicht weiter',
    'Unverschämt!!!',
    'Mir reicht es jetzt wirklich, ich habe die Nase voll',
  ])('"%s" is unhappy', (text) => expect(isUnhappy(text)).toBe(true));

  it.each([
    'How long may goods be returned?',
    'My printer does not work, please help',
    'Not bad!',
    "I can't log in. Could you help me?",
    'Thanks, that was not bad at all',
    'Great, thank you!',
    'No problem',
    'Nicht schlecht, danke!',
    'Mein Konto funktioniert nicht',
    'Kein Problem',
    'Ist das gut für die Haut?',
    'Der Drucker druckt nicht. Können Sie mir helfen?',
    '',
    '12345',
  ])('"%s" is not', (text) => expect(isUnhappy(text)).toBe(false));

  const config = { ...botDefaults('en'), escalationTrigger: 'sentiment', escalationThreshold: 2 } as const;
  const judged = (asked: string, ...before: ReturnType<typeof said>[]) =>
    escalationOf(config, { language: 'en', asked, before });

  test('counts as many unhappy messages in a row as the threshold says', () => {
    expect(judged('This is useless')).toBeNull();
    expect(judged('This is useless', said('visitor', 'awful'), said('bot', 'Sorry', 'generated'))).toBe(
      'sentiment',
    );
    expect(judged('This is useless', said('visitor', 'awful'), said('visitor', 'And shipping?'))).toBeNull();
    expect(judged('And shipping?', said('visitor', 'awful'), said('visitor', 'useless'))).toBeNull();
  });

  test('begins anew after a person was there', () => {
    expect(judged('useless', said('visitor', 'awful'), said('agent', 'Hello!'))).toBeNull();
    expect(judged('useless', said('visitor', 'awful'), said('bot', 'I pass you on', 'escalated'))).toBeNull();
  });
});

describe('answers that find nothing', () => {
  const config = {
    ...botDefaults('en'),
    escalationTrigger: 'failed_responses',
    escalationThreshold: 3,
  } as const;
  const nothing = said('bot', 'I do not know', 'abstained');
  const found = said('bot', 'Thirty days', 'generated');
  const flow = said('bot', 'Your name?', 'guided');

  test('escalate when they are as many in a row as the threshold says', () => {
    expect(failureEscalates(config, [nothing])).toBe(false);
    expect(failureEscalates(config, [nothing, said('visitor', 'And?'), nothing])).toBe(true);
    expect(failureEscalates(config, [nothing, found, nothing])).toBe(false);
    expect(failureEscalates({ ...config, escalationThreshold: 1 }, [])).toBe(true);
  });

  test('are counted over what a flow says, and anew after a person was there', () => {
    expect(failureEscalates(config, [nothing, flow, nothing])).toBe(true);
    expect(failureEscalates(config, [nothing, nothing, said('agent', 'Hello')])).toBe(false);
  });

  test('do not escalate where that was not chosen', () => {
    expect(failureEscalates({ ...config, escalationTrigger: 'manual' }, [nothing, nothing])).toBe(false);
    expect(failureEscalates({ ...config, escalationEnabled: false }, [nothing, nothing])).toBe(false);
  });
});

describe('the message that passes a visitor on', () => {
  const saturday = new Date('2026-11-21T15:00:00Z');
  const hours = (language: 'en' | 'de') => {
    const config = botDefaults(language);
    return { ...config, businessHours: { ...config.businessHours, enabled: true } };
  };

  const passedOn = (config: ReturnType<typeof hours>, now: Date, isReachable = false) =>
    escalationMessage(config, { language: config.language, isReachable, now });

  test('is the bot’s own while people are there', () => {
    const config = hours('en');
    expect(passedOn(config, new Date('2026-11-20T15:00:00Z'))).toEqual({
      text: config.escalationMessage,
      asksAddress: false,
    });
    expect(passedOn(botDefaults('de'), saturday).text).toBe(botDefaults('de').escalationMessage);
  });

  test('is in the visitor’s language as long as nobody changed it', () => {
    const at = { language: 'de', isReachable: false, now: new Date('2026-11-20T15:00:00Z') } as const;
    expect(escalationMessage(hours('en'), at).text).toBe(botDefaults('de').escalationMessage);
    expect(escalationMessage({ ...hours('en'), escalationMessage: 'Wait.' }, at).text).toBe('Wait.');
    expect(escalationMessage(hours('en'), { ...at, now: saturday }).text).toContain(
      botDefaults('de').offlineMessage,
    );
  });

  test('promises nobody where none is there: it says when they are back, and asks where the answer may go', () => {
    const english = passedOn(hours('en'), saturday);
    expect(english.text).toContain(botDefaults('en').offlineMessage);
    expect(english.text).toMatch(/We are back on Monday,? 23 November at 09:00 CET\.$/m);
    expect(english.text).toMatch(/your e-mail address here/);
    expect(english.asksAddress).toBe(true);
    expect(english.text).not.toContain(botDefaults('en').escalationMessage);
    expect(passedOn(hours('de'), saturday).text).toMatch(
      /Wir sind am Montag, 23\. November, um 09:00 Uhr MEZ wieder für Sie da\.$/m,
    );
  });

  test('does not ask again for an address', () => {
    const { text, asksAddress } = passedOn(hours('de'), saturday, true);
    expect(text).toMatch(/kommt unsere Antwort per E-Mail zu Ihnen\.$/);
    expect(text).not.toMatch(/Hinterlassen/);
    expect(asksAddress).toBe(false);
  });

  test('names no time where nobody ever comes', () => {
    const config = hours('en');
    const never = Object.fromEntries(Object.keys(config.businessHours.week).map((day) => [day, []]));
    const { text } = passedOn(
      {
        ...config,
        businessHours: {
          ...config.businessHours,
          week: never as unknown as typeof config.businessHours.week,
        },
      },
      saturday,
    );
    expect(text).toMatch(/^We are not here at the moment\.\n\nLeave us your message/);
  });
});
