import { describe, expect, it } from 'vitest';
import { metLimit } from '#components/plan-limit/limit-reached.ts';
import { AVATAR } from '#contract/base/avatar';
import { botDefaults } from '#contract/bots/bot-config';
import { BusinessHours } from '#contract/bots/business-hours';
import type { Flow } from '#contract/bots/flow';
import { generatedAvatarSvg } from '#contract/bots/generated-avatar';
import { EMBED_TARGET, embedCode, shortEmbedCode } from '#features/bots/embed.ts';
import { differingSteps } from '#features/bots/flow-differences.ts';
import { lackingKnowledge } from '#features/bots/health.ts';
import { copyToWorkdays, dayProblem, fromField, toField, withSpan } from '#features/bots/hours.ts';
import { ApiError } from '#lib/api-error';
import { SIDE, squareIn } from '#lib/avatar-image';
import { initials } from '#lib/initials';
import { botWith } from './sample-bot';

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
    // Where none was given, the one that is made when it is published: of its first letter, in its colours.
    expect(embedCode(botWith(), origin)).toContain(`data-logo="${origin}/w/ab12cd34/logo.svg"`);
    expect(generatedAvatarSvg('Helper', bot)).toMatch(
      /^<svg .*fill="#ffffff".*fill="#123456">H<\/text><\/svg>$/,
    );
  });

  it('has a short form that survives what drops attributes', () => {
    expect(shortEmbedCode(bot, origin)).toBe(
      '<script async src="https://app.parley.example/widget.js?id=ab12cd34"></script>',
    );
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
    ['Miller & (Söhne)', 'MS'],
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
    const refused = (resource: string) =>
      new ApiError('plan.limit_exceeded', { details: { resource, current: 5, limit: 5 } });
    expect(
      [refused('documents'), refused('bots'), new ApiError('bot.not_found'), null].map(metLimit),
    ).toEqual([
      { resource: 'documents', current: 5, limit: 5, wanted: 1 },
      { resource: 'bots', current: 5, limit: 5, wanted: 1 },
      null,
      null,
    ]);
  });
});
