import { describe, expect, it } from 'vitest';
import { type BotConfig, botDefaults, CONFIG_FIELDS } from '#contract/bots/bot-config';
import type { UpdateBot } from '#contract/bots/bots';
import type { BusinessHours } from '#contract/bots/business-hours';
import { isSame } from '#features/bots/is-same.ts';
import { filterAddress, filterBots, isFiltered, readFilter } from '#features/bots/list-filter.ts';
import { changedFields, mergeFields } from '#features/bots/merge.ts';
import { mergeConfigs, takeTheirs } from '#features/bots/merge-configs.ts';
import { saveEdits } from '#features/bots/save-edits.ts';
import { configOf, FIELDS_OF, TABS, tabOf, tabOfField, usableConfig } from '#features/bots/settings.ts';
import { ApiError } from '#lib/api-error';
import { expectRefusal } from '#test/helpers/refusal';
import { botWith } from './sample-bot';

describe('two edits of the same bot', () => {
  const base = { welcome: 'Hello', fallback: 'Sorry', colour: '#000000' };

  it('come together where they touch different fields', () => {
    expect(mergeFields(base, { ...base, welcome: 'Hi' }, { ...base, colour: '#ffffff' })).toEqual({
      merged: { welcome: 'Hi', fallback: 'Sorry', colour: '#ffffff' },
      conflicts: [],
    });
  });

  it('conflict where both changed a field, and keep mine until a person decides', () => {
    expect(
      mergeFields(base, { ...base, welcome: 'Hi' }, { ...base, welcome: 'Hey', fallback: 'Pardon' }),
    ).toEqual({
      merged: { welcome: 'Hi', fallback: 'Pardon', colour: '#000000' },
      conflicts: ['welcome'],
    });
  });

  it('do not conflict where both made the same change', () => {
    const changed = { ...base, welcome: 'Hi' };
    expect(mergeFields(base, changed, changed)).toEqual({ merged: changed, conflicts: [] });
  });

  it('merge every field of a configuration, lists and business hours too', () => {
    const before = botDefaults('en');
    const hours = { ...before.businessHours, enabled: true };
    const mine: BotConfig = { ...before, starterQuestions: ['Where are you?'], businessHours: hours };
    const theirs: BotConfig = { ...before, escalationKeywords: ['agent'], fontSize: 18 };
    expect(mergeConfigs(before, mine, theirs)).toEqual({
      merged: {
        ...before,
        starterQuestions: ['Where are you?'],
        businessHours: hours,
        escalationKeywords: ['agent'],
        fontSize: 18,
      },
      conflicts: [],
    });
  });

  describe('in a list', () => {
    const lists = (
      base: string[],
      mine: string[],
      theirs: string[],
      field: 'starterQuestions' | 'allowedDomains' = 'starterQuestions',
    ) => {
      const config = botDefaults('en');
      const { merged, conflicts } = mergeConfigs(
        { ...config, [field]: base },
        { ...config, [field]: mine },
        { ...config, [field]: theirs },
      );
      return conflicts.length > 0 ? conflicts : merged[field];
    };

    it('keep what either added, theirs first, and nothing that either took out', () => {
      expect(lists(['A', 'B', 'C'], ['B', 'C', 'Mine'], ['A', 'B', 'Theirs'])).toEqual([
        'B',
        'Theirs',
        'Mine',
      ]);
      expect(lists([], ['Same', 'Mine'], ['Theirs', 'Same'])).toEqual(['Theirs', 'Same', 'Mine']);
    });

    it('ask about the whole list where it would be longer than it may be', () => {
      const four = ['1', '2', '3', '4'];
      expect(lists(four, [...four, 'M'], [...four, 'T'])).toEqual([...four, 'T', 'M']);
      expect(lists(four, [...four, 'M', 'N'], [...four, 'T'])).toEqual([
        { field: 'starterQuestions', part: null },
      ]);
    });

    it('never open the bot to any website where each took out another of the allowed ones', () => {
      const both = ['a.example', 'b.example'];
      expect(lists(both, ['a.example'], ['b.example'], 'allowedDomains')).toEqual([
        { field: 'allowedDomains', part: null },
      ]);
      // Whoever emptied the list meant it.
      expect(lists(both, [], ['b.example'], 'allowedDomains')).toEqual([]);
    });
  });

  describe('in the business hours', () => {
    const office = { ...botDefaults('en').businessHours, enabled: true };
    const until = (end: string) => [{ start: '09:00', end }];
    const withHours = (change: Partial<BusinessHours>): BotConfig => ({
      ...botDefaults('en'),
      businessHours: { ...office, ...change },
    });
    const base = withHours({ exceptions: [{ date: '2026-12-24', hours: until('12:00') }] });

    it('come together by weekdays, holidays and special days', () => {
      const mine = withHours({
        week: { ...office.week, monday: until('17:00') },
        exceptions: [
          { date: '2026-12-24', hours: until('12:00') },
          { date: '2026-12-31', hours: [] },
        ],
      });
      const theirs = withHours({
        week: { ...office.week, tuesday: until('20:00') },
        holidays: { country: 'DE', state: 'BY' },
        exceptions: [{ date: '2026-12-27', hours: [] }],
      });
      expect(mergeConfigs(base, mine, theirs)).toEqual({
        merged: withHours({
          week: { ...office.week, monday: until('17:00'), tuesday: until('20:00') },
          holidays: { country: 'DE', state: 'BY' },
          exceptions: [
            { date: '2026-12-27', hours: [] },
            { date: '2026-12-31', hours: [] },
          ],
        }),
        conflicts: [],
      });
    });

    it('conflict by the day that both changed, and by no other', () => {
      const mine = withHours({
        week: { ...office.week, monday: until('17:00'), friday: [] },
        exceptions: [{ date: '2026-12-24', hours: [] }],
      });
      const theirs = withHours({ week: { ...office.week, monday: until('20:00') }, exceptions: [] });
      const { merged, conflicts } = mergeConfigs(base, mine, theirs);
      expect(conflicts).toEqual([
        { field: 'businessHours', part: 'monday' },
        { field: 'businessHours', part: '2026-12-24' },
      ]);
      expect(merged).toEqual(mine);
      // What is taken of theirs is that day alone.
      const [monday, eve] = conflicts;
      if (!monday || !eve) throw new Error('Expected both.');
      expect(takeTheirs(merged, theirs, monday).businessHours).toEqual({
        ...mine.businessHours,
        week: { ...mine.businessHours.week, monday: until('20:00') },
      });
      expect(takeTheirs(merged, theirs, eve).businessHours).toEqual({
        ...mine.businessHours,
        exceptions: [],
      });
    });
  });

  it.each([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [[1, 2], [2, 1], false],
    [{ a: undefined }, {}, false],
    [null, {}, false],
    [[], {}, false],
    [Number.NaN, Number.NaN, true],
  ])('hold %j and %j for the same: %j', (one, other, same) => {
    expect(isSame(one, other)).toBe(same);
  });

  describe('when the first is saved already', () => {
    const base = botWith();
    const edits = {
      base,
      mine: { ...configOf(base), companyName: 'Mine' },
      changed: ['companyName'] as const,
    };
    /** A server on which others have saved: it refuses what is based on another version than the last of them. */
    const server = (...others: readonly Partial<BotConfig>[]) => {
      const taken: UpdateBot[] = [];
      const versions = others.map((change, index) => botWith({ ...change, version: index + 2 }));
      return {
        taken,
        update: async (change: UpdateBot) => {
          taken.push(change);
          const current = versions[taken.length - 1];
          if (current) throw new ApiError('bot.version_conflict', { details: { current } });
          return botWith({
            ...versions.at(-1),
            ...change,
            version: change.version + 1,
          });
        },
      };
    };

    it('are saved together by themselves where they touch different fields', async () => {
      const { update, taken } = server({ fontSize: 18 });
      const outcome = await saveEdits(edits, update);
      expect(outcome).toMatchObject({ merged: true, saved: { companyName: 'Mine', fontSize: 18 } });
      expect(taken).toEqual([
        { version: 1, companyName: 'Mine' },
        { version: 2, companyName: 'Mine' },
      ]);
    });

    it('are saved together where both added to the same list', async () => {
      const questions = (...starterQuestions: string[]) => ({ ...configOf(base), starterQuestions });
      const { update, taken } = server({ starterQuestions: ['Theirs?'] });
      await saveEdits({ base, mine: questions('Mine?'), changed: ['starterQuestions'] }, update);
      expect(taken.at(-1)).toEqual({ version: 2, starterQuestions: ['Theirs?', 'Mine?'] });
    });

    it('are told of as they are where nobody else has saved', async () => {
      expect(await saveEdits(edits, server().update)).toMatchObject({ merged: false });
    });

    it('wait for a person where both changed the same, or others save all the time', async () => {
      const same = server({ companyName: 'Theirs' });
      expect(await saveEdits(edits, same.update)).toMatchObject({ current: { companyName: 'Theirs' } });
      expect(same.taken).toHaveLength(1);
      const busy = server({ fontSize: 16 }, { fontSize: 17 }, { fontSize: 18 }, { fontSize: 19 });
      expect(await saveEdits(edits, busy.update)).toMatchObject({ current: { fontSize: 18 } });
    });

    it('fail as they fail', async () => {
      const failing = async () => {
        throw new ApiError('network.failed');
      };
      await expectRefusal(saveEdits(edits, failing), 'network.failed');
    });
  });

  it('name the fields that differ', () => {
    const before = botDefaults('en');
    expect(changedFields(before, structuredClone(before))).toEqual([]);
    expect(changedFields(before, { ...before, theme: 'dark', allowedDomains: ['a.example'] })).toEqual([
      'theme',
      'allowedDomains',
    ]);
  });
});

describe('settings', () => {
  it('have every field in one tab, but for what is edited elsewhere', () => {
    const inTabs = TABS.flatMap((tab) => FIELDS_OF[tab]);
    expect(new Set(inTabs).size).toBe(inTabs.length);
    expect(CONFIG_FIELDS.filter((field) => !inTabs.includes(field)).sort()).toEqual(['flow']);
    expect(tabOfField('customCss')).toBe('appearance');
    expect(tabOfField('flow')).toBeUndefined();
  });

  it('open on the tab that the address names', () => {
    expect(tabOf(new URLSearchParams('tab=messaging'))).toBe('messaging');
    expect(tabOf(new URLSearchParams('tab=nonsense'))).toBe('general');
    expect(tabOf(new URLSearchParams())).toBe('general');
  });

  it('are previewed with what is typed where it can be used', () => {
    const before = botDefaults('en');
    const typed = { ...before, fontSize: Number.NaN, welcomeMessage: '  Moin  ', embeddedWidth: 'wide' };
    expect(usableConfig(typed, before)).toEqual({ ...before, welcomeMessage: 'Moin' });
  });

  it('are a configuration and nothing else of the bot', () => {
    expect(Object.keys(configOf(botWith())).sort()).toEqual([...CONFIG_FIELDS].sort());
  });
});

describe('the list of bots', () => {
  const bots = [
    botWith({ id: 'b1', name: 'Müller 10', createdAt: '2026-01-03T00:00:00.000Z', status: 'draft' }),
    botWith({
      id: 'b2',
      name: 'Müller 9',
      createdAt: '2026-01-01T00:00:00.000Z',
      type: 'faq',
      documentCount: 7,
    }),
    botWith({
      id: 'b3',
      name: 'Zelte',
      description: 'About tents',
      createdAt: '2026-01-02T00:00:00.000Z',
      updatedAt: '2026-02-01T00:00:00.000Z',
    }),
  ];
  const found = (address: string) =>
    filterBots(bots, readFilter(new URLSearchParams(address)), 'de').map(({ id }) => id);

  it.each([
    ['', ['b1', 'b3', 'b2']],
    ['q=muller', ['b1', 'b2']],
    ['q=TENTS', ['b3']],
    ['q=zelte tents', ['b3']],
    ['q=nothing', []],
    ['status=draft', ['b1']],
    ['type=faq', ['b2']],
    ['status=draft&type=faq', []],
    ['sort=name', ['b2', 'b1', 'b3']],
    ['sort=changed', ['b3', 'b1', 'b2']],
    ['sort=documents', ['b2', 'b1', 'b3']],
    ['sort=nonsense&status=nonsense', ['b1', 'b3', 'b2']],
  ])('with %j shows %j', (address, ids) => {
    expect(found(address)).toEqual(ids);
  });

  it('has its filter in the address, and nothing else', () => {
    const address = 'q=a+b&status=draft&type=faq&sort=name';
    const filter = readFilter(new URLSearchParams(address));
    expect(filterAddress(filter).toString()).toBe(address);
    expect(isFiltered(filter)).toBe(true);
    expect(isFiltered(readFilter(new URLSearchParams('sort=name')))).toBe(false);
    expect(filterAddress(readFilter(new URLSearchParams())).size).toBe(0);
  });
});
