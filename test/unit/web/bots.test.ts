import { describe, expect, it } from 'vitest';
import { type BotConfig, botDefaults, CONFIG_FIELDS } from '../../../functions/contract/bot-config';
import { AVATAR, Bot, type UpdateBot } from '../../../functions/contract/bots';
import { BusinessHours } from '../../../functions/contract/business-hours';
import type { Flow } from '../../../functions/contract/flow';
import { SIDE, squareIn } from '../../../web/src/features/bots/avatar-image';
import { differingSteps } from '../../../web/src/features/bots/flow-differences';
import { healthOf, lackingKnowledge } from '../../../web/src/features/bots/health';
import {
  copyToWorkdays,
  dayProblem,
  fromField,
  toField,
  withSpan,
} from '../../../web/src/features/bots/hours';
import {
  filterAddress,
  filterBots,
  isFiltered,
  readFilter,
} from '../../../web/src/features/bots/list-filter';
import { changedFields, mergeEdits } from '../../../web/src/features/bots/merge-edits';
import { saveEdits } from '../../../web/src/features/bots/save-edits';
import {
  configOf,
  FIELDS_OF,
  TABS,
  tabOf,
  tabOfField,
  usableConfig,
} from '../../../web/src/features/bots/settings';
import { ApiError } from '../../../web/src/lib/api-error';
import { EMBED_TARGET, embedCode } from '../../../web/src/lib/embed';
import { initials } from '../../../web/src/lib/initials';
import { isSame } from '../../../web/src/lib/is-same';
import { fullResource } from '../../../web/src/lib/plan-limit';

function botWith(change: Partial<Record<keyof Bot, unknown>> = {}): Bot {
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
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  });
}

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

  it('merge every field of a configuration, lists and business hours too', () => {
    const before = botDefaults('en');
    const hours = { ...before.businessHours, enabled: true };
    const mine: BotConfig = { ...before, starterQuestions: ['Where are you?'], businessHours: hours };
    const theirs: BotConfig = { ...before, escalationKeywords: ['agent'], fontSize: 18 };
    expect(mergeEdits(before, mine, theirs)).toEqual({
      merged: {
        ...before,
        starterQuestions: ['Where are you?'],
        businessHours: hours,
        escalationKeywords: ['agent'],
        fontSize: 18,
      },
      conflicts: [],
    });
    const other = {
      ...before,
      starterQuestions: ['What does it cost?'],
      businessHours: structuredClone(hours),
    };
    expect(mergeEdits(before, mine, other).conflicts).toEqual(['starterQuestions']);
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
            companyName: change.companyName,
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
      await expect(saveEdits(edits, failing)).rejects.toMatchObject({ code: 'network.failed' });
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

  it.each([
    ['healthy', {}],
    ['unpublished_changes', { hasUnpublishedChanges: true }],
    ['offline', { status: 'inactive', hasUnpublishedChanges: true }],
    ['offline', { status: 'draft' }],
    ['no_knowledge', { documentCount: 0, status: 'draft' }],
    ['failed_documents', { documentCount: 0, failedDocumentCount: 1 }],
  ] as const)('says %s of a bot with %j', (health, change) => {
    expect(healthOf(botWith(change))).toBe(health);
  });
});

describe('business hours in the editor', () => {
  const span = (start: string, end: string) => ({ start, end });

  it('of a day get an afternoon, and stay a day that the contract takes', () => {
    let day = withSpan([]);
    expect(day).toEqual([span('09:00', '18:00')]);
    day = withSpan([span('09:00', '12:00')]);
    expect(day).toEqual([span('09:00', '12:00'), span('13:00', '17:00')]);
    for (const days of [day, withSpan(day), withSpan(withSpan(day)), withSpan([span('00:00', '24:00')])])
      expect(dayProblem(days)).toBeNull();
    expect(withSpan([span('00:00', '24:00')])).toHaveLength(2);
  });

  it.each([
    ['incomplete', [span('', '12:00')]],
    ['order', [span('12:00', '12:00')]],
    ['overlap', [span('09:00', '13:00'), span('12:00', '17:00')]],
    [null, [span('09:00', '12:00'), span('12:00', '24:00')]],
    [null, []],
  ] as const)('are %s where a day has %j, as the contract sees it', (problem, day) => {
    expect(dayProblem([...day])).toBe(problem);
    const { businessHours } = botDefaults('en');
    const hours = { ...businessHours, week: { ...businessHours.week, monday: day } };
    expect(BusinessHours.safeParse(hours).success).toBe(problem === null);
  });

  it('end at midnight, which a field for times shows as its beginning', () => {
    expect(toField('24:00')).toBe('00:00');
    expect(fromField('00:00', 'end')).toBe('24:00');
    expect(fromField('00:00', 'start')).toBe('00:00');
  });

  it("are Monday's on all days of the working week", () => {
    const { week } = botDefaults('en').businessHours;
    const copied = copyToWorkdays({ ...week, monday: [span('08:00', '12:00')] });
    expect(copied.friday).toEqual([span('08:00', '12:00')]);
    expect(copied.saturday).toEqual(week.saturday);
  });
});

describe('a picture for the bot', () => {
  it('is the middle of what was chosen', () => {
    expect(squareIn(400, 300)).toEqual({ side: 300, left: 50, top: 0 });
    expect(squareIn(64, 65)).toEqual({ side: 64, left: 0, top: 0 });
  });

  it('is no larger than what is taken, even where no two of its points are alike', () => {
    const [pointBytes, lineByte, chunks] = [4, 1, 1_000];
    expect(SIDE * (SIDE * pointBytes + lineByte) + chunks).toBeLessThan(AVATAR.maxBytes);
  });
});

describe('embed code', () => {
  const bot = botWith({ avatarUrl: 'https://shop.example/logo.png' });
  const origin = 'https://app.parley.example';

  it('names the widget, and what the first paint needs', () => {
    const code = embedCode(bot, origin);
    expect(code).toMatch(/^<script async src="https:\/\/app\.parley\.example\/widget\.js"/);
    for (const attribute of [
      'data-widget-id="ab12cd34"',
      'data-bot-name="Helper"',
      'data-logo="https://shop.example/logo.png"',
      'data-primary-color="#123456"',
      'data-secondary-color="#ffffff"',
      'data-position="top-left"',
    ])
      expect(code).toContain(attribute);
    expect(embedCode(botWith(), origin)).not.toContain('data-logo');
  });

  it('lets no text of the owner end its attribute', () => {
    const code = embedCode(bot, origin);
    expect(code).toContain('data-company-name="Miller &amp; &quot;Sons&quot;"');
    expect(code).toContain('data-greeting="Hi &lt;b&gt;you&lt;/b&gt;&#10;and you"');
  });

  it.each(['embedded', 'hybrid'] as const)('brings the element that the %s chat stands in', (mode) => {
    const code = embedCode(bot, origin, mode);
    expect(code).toMatch(new RegExp(`^<div id="${EMBED_TARGET}"></div>\n<script `));
    expect(code).toContain(`data-mode="${mode}"`);
    expect(code).toContain(`data-target="#${EMBED_TARGET}"`);
    // What floats has a corner; what only stands in the page has none.
    expect(code.includes('data-position')).toBe(mode === 'hybrid');
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

describe('what differs between two flows', () => {
  const flow: Flow = {
    start: 'hello',
    steps: [
      { id: 'hello', type: 'message', place: { x: 0, y: 0 }, text: 'Hello!', answers: false },
      { id: 'bye', type: 'message', place: { x: 0, y: 200 }, text: 'Good bye!', answers: false },
    ],
    edges: [{ from: 'hello', to: 'bye', branch: 'next' }],
  };
  const [hello, bye] = flow.steps as [Flow['steps'][number], Flow['steps'][number]];
  const ids = (one: Flow | null, other: Flow | null) => differingSteps(one, other).map(({ id }) => id);

  it('is each step that says something else, or is in one only', () => {
    expect(ids(flow, structuredClone(flow))).toEqual([]);
    expect(ids({ ...flow, steps: [{ ...hello, text: 'Hi!' } as typeof hello, bye] }, flow)).toEqual([
      'hello',
    ]);
    expect(ids(flow, { ...flow, steps: [hello], edges: [] })).toEqual(['hello', 'bye']);
    expect(ids(flow, null)).toEqual(['hello', 'bye']);
    expect(ids(null, flow)).toEqual([]);
  });

  it('is each step that leads elsewhere, or begins', () => {
    expect(ids({ ...flow, edges: [] }, flow)).toEqual(['hello']);
    expect(ids({ ...flow, start: 'bye' }, flow)).toEqual(['hello', 'bye']);
  });

  it('is not where a step stands on the canvas', () => {
    expect(ids({ ...flow, steps: [{ ...hello, place: { x: 80, y: 80 } }, bye] }, flow)).toEqual([]);
  });
});

describe('what a bot lacks', () => {
  it('is said to whoever opens it: documents, or that they could not be read', () => {
    const told = (documentCount: number, failedDocumentCount: number) =>
      lackingKnowledge(botWith({ documentCount, failedDocumentCount }));
    expect([told(0, 0), told(0, 2), told(3, 1), told(3, 0)]).toEqual([
      'noDocuments',
      'noneRead',
      'someUnread',
      null,
    ]);
    const learning = botWith({ documentCount: 0, trainingStep: 'processing' });
    expect(lackingKnowledge(learning)).toBeNull();
  });

  it('is, in a plan, what the refusal names: a duplicate may need bots or documents', () => {
    const refused = (resource: string) => new ApiError('plan.limit_exceeded', { details: { resource } });
    expect(
      [refused('documents'), refused('bots'), new ApiError('bot.not_found'), null].map(fullResource),
    ).toEqual(['documents', 'bots', null, null]);
  });
});
