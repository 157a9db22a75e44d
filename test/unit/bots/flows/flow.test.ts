import { describe, expect, test } from 'vitest';
import { type DataField, FieldType, Flow } from '#contract/bots/flow';
import { fieldsOf, flowProblems, runs } from '#core/bots/flow/check';
import { type FlowInput, fieldMessage, readField } from '#core/bots/flow/fields';
import { tidied } from '#core/bots/flow/layout';
import { beginFlow, continueFlow, type FlowState } from '#core/bots/flow/run';

const place = { x: 0, y: 0 };
const say = (id: string, text = 'Hello', answers = false) =>
  ({ id, type: 'message', place, text, answers }) as const;
const field = (type: FieldType, more: Partial<DataField> = {}): DataField => ({
  key: type,
  label: type,
  type,
  required: true,
  options: [],
  min: null,
  max: null,
  ...more,
});
const ask = (id: string, type: FieldType, more: Partial<DataField> = {}) =>
  ({ id, type: 'question', place, text: `Your ${type}?`, field: field(type, more) }) as const;
const when = (id: string, key: string, operator: 'equals' | 'greater' | 'contains' | 'empty', value = '') =>
  ({ id, type: 'condition', place, field: key, operator, value }) as const;
const flow = (
  steps: Flow['steps'],
  ways: readonly string[],
  start: string | null = steps[0]?.id ?? null,
): Flow =>
  Flow.parse({
    start,
    steps,
    edges: ways.map((way) => {
      const [from, branch, to] = way.split(' ');
      return { from, to, branch };
    }),
  });
const text = (words: string): FlowInput => ({ kind: 'text', text: words });

const LEAD = flow(
  [
    say('hi', 'Welcome.'),
    ask('who', 'text', { key: 'name' }),
    ask('many', 'number', { key: 'people', min: 1, max: 500 }),
    when('large', 'people', 'greater', '20'),
    ask('call', 'phone'),
    ask('mail', 'email'),
    say('bye', 'Thank you, {name}.'),
  ],
  [
    'hi next who',
    'who next many',
    'many next large',
    'large yes call',
    'large no mail',
    'call next bye',
    'mail next bye',
  ],
);

describe('a flow', () => {
  test.each([
    [
      'a way from nowhere',
      { start: 'a', steps: [say('a')], edges: [{ from: 'x', to: 'a', branch: 'next' }] },
    ],
    ['a way to nowhere', { start: 'a', steps: [say('a')], edges: [{ from: 'a', to: 'x', branch: 'next' }] }],
    ['a start that is none', { start: 'x', steps: [say('a')], edges: [] }],
    ['one id twice', { start: 'a', steps: [say('a'), say('a')], edges: [] }],
    [
      'a message that goes two ways',
      { start: 'a', steps: [say('a'), say('b')], edges: [{ from: 'a', to: 'b', branch: 'yes' }] },
    ],
    [
      'two ways in one branch',
      {
        start: 'a',
        steps: [say('a'), say('b')],
        edges: ['b', 'b'].map((to) => ({ from: 'a', to, branch: 'next' })),
      },
    ],
  ])('with %s is none', (_, input) => {
    expect(Flow.safeParse(input).success).toBe(false);
  });

  test('runs when nothing is wrong with it', () => {
    expect(flowProblems(LEAD)).toEqual([]);
    expect(runs(LEAD)).toBe(true);
    expect(fieldsOf(LEAD).map(({ key }) => key)).toEqual(['name', 'people', 'phone', 'email']);
  });

  test('says where a step is that nothing leads to, one that is empty, and a circle', () => {
    const broken = flow(
      [
        say('a', ' '),
        ask('b', 'select', { options: ['One'] }),
        say('c'),
        say('alone'),
        when('d', '', 'equals', 'x'),
      ],
      ['a next b', 'b next c', 'c next d', 'd yes b'],
    );
    expect(flowProblems(broken)).toEqual([
      { stepId: 'a', problem: 'empty_content' },
      { stepId: 'b', problem: 'empty_content' },
      { stepId: 'b', problem: 'circular_reference' },
      { stepId: 'alone', problem: 'not_connected' },
      { stepId: 'd', problem: 'empty_content' },
    ]);
  });

  test('says of one missing link one problem, whatever hangs on it', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const broken = flow(
      [
        ...names.map((name) => say(name)),
        ask('mail', 'email'),
        when('is', 'email', 'equals', 'a@b.c'),
        say('end'),
      ],
      [
        'a next b',
        // From b nothing leads on to c.
        'c next d',
        'd next e',
        'e next f',
        'f next g',
        'g next h',
        'h next mail',
        'mail next is',
        'is yes end',
      ],
    );
    expect(flowProblems(broken)).toEqual([{ stepId: 'c', problem: 'not_connected' }]);
  });

  test('says where a condition asks for what nobody gave before it', () => {
    const late = flow([when('a', 'email', 'equals', 'x'), ask('b', 'email')], ['a yes b']);
    expect(flowProblems(late)).toEqual([{ stepId: 'a', problem: 'unknown_field' }]);
  });

  test.each([
    ['a choice that is there no more', 'select', 'equals', 'Large', ['never_given']],
    ['a part of no choice', 'multiselect', 'contains', 'huge', ['never_given']],
    ['a number that is none', 'number', 'greater', 'many', ['never_given']],
    ['a choice, however it is written', 'select', 'equals', ' extra large', []],
    ['a part of a choice', 'multiselect', 'contains', 'extra', []],
    ['a number', 'number', 'greater', '20', []],
    ['words that anybody may write', 'text', 'equals', 'Large', []],
    ['what was not answered', 'select', 'empty', '', []],
  ] as const)('compares an answer with %s', (_, type, operator, value, problems) => {
    const options = ['Small', 'Extra large'];
    const compared = flow([ask('a', type, { options }), when('b', type, operator, value)], ['a next b']);
    expect(flowProblems(compared).map(({ problem }) => problem)).toEqual(problems);
  });

  test.each([
    ['below its least', { min: 10, max: 2 }, ['no_number']],
    ['that is whole, between two', { min: 1.2, max: 1.8, integer: true }, ['no_number']],
    ['that is its least and its most', { min: 2, max: 2, integer: true }, []],
    ['from one side alone', { min: 10 }, []],
  ])('asks for no number %s', (_, bounds, problems) => {
    const found = flowProblems(flow([ask('a', 'number', bounds)], [])).map(({ problem }) => problem);
    expect(found).toEqual(problems);
  });

  test('collects under a key of its own in each question, unless two ways ask for the same', () => {
    const key = (value: string) => ({ key: value });
    const twice = flow([ask('a', 'text', key('who')), ask('b', 'text', key('who'))], ['a next b']);
    expect(flowProblems(twice)).toEqual([
      { stepId: 'a', problem: 'key_taken' },
      { stepId: 'b', problem: 'key_taken' },
    ]);
    const apart = (other: FieldType) =>
      flow(
        [
          ask('a', 'text'),
          when('c', 'text', 'empty'),
          ask('x', 'email', key('reach')),
          ask('y', other, key('reach')),
        ],
        ['a next c', 'c yes x', 'c no y'],
      );
    expect(flowProblems(apart('email'))).toEqual([]);
    expect(flowProblems(apart('phone')).map(({ stepId }) => stepId)).toEqual(['x', 'y']);
  });

  test('keeps what is no key in a draft, and says that it does not run', () => {
    const broken = flow([ask('a', 'text', { key: 'Your Name' })], []);
    expect(flowProblems(broken)).toEqual([{ stepId: 'a', problem: 'key_invalid' }]);
    expect(runs(broken)).toBe(false);
  });

  test('without a start, or with nothing in it, does not run', () => {
    expect([flow([], []), flow([say('a')], [], null), null].map(runs)).toEqual([false, false, false]);
  });

  test('laid out, has every step below what leads to it and none on another', () => {
    const { steps, edges } = tidied(LEAD);
    const at = new Map(steps.map(({ id, place: { x, y } }) => [id, { x, y }]));
    for (const { from, to } of edges) expect(at.get(to)?.y).toBeGreaterThan(at.get(from)?.y ?? 0);
    expect(new Set(steps.map(({ place: { x, y } }) => `${x} ${y}`)).size).toBe(steps.length);
  });

  test('with a circle is laid out all the same', () => {
    const circle = flow([say('a'), say('b'), say('c')], ['a next b', 'b next a']);
    expect(new Set(tidied(circle).steps.map(({ place: { x, y } }) => `${x} ${y}`)).size).toBe(3);
  });
});

describe('a conversation', () => {
  /** Gives one answer after the other, as far as the flow goes. */
  const talk = (through: Flow, ...inputs: readonly FlowInput[]) => {
    const first = beginFlow(through);
    return inputs.reduce((turn, input) => continueFlow(through, turn.state, input, 'en'), first);
  };

  test('begins with what is said up to the first question', () => {
    const { state, outputs } = beginFlow(LEAD);
    expect(state).toEqual({ at: 'who', data: {} });
    expect(outputs.map(({ type }) => type)).toEqual(['say', 'ask']);
  });

  test('takes the way of a condition, fills in what was given, and hands over at its end', () => {
    const { state, outputs } = talk(LEAD, text('Mira'), text('30'), text('+49 30 901820'));
    expect(state).toEqual({ at: null, data: { name: 'Mira', people: '30', phone: '+49 30 901820' } });
    expect(outputs).toEqual([
      { type: 'say', text: 'Thank you, Mira.' },
      { type: 'hand_over', resumable: false },
    ]);
    expect(talk(LEAD, text('Mira'), text('20')).state.at).toBe('mail');
  });

  test('asks again for what is none, and keeps what was given', () => {
    const turn = talk(LEAD, text('Mira'), text('two'));
    expect(turn.state).toEqual({ at: 'many', data: { name: 'Mira' } });
    expect(turn.outputs).toMatchObject([{ type: 'invalid', text: 'Please answer with a number.' }]);
    expect(talk(LEAD, text('Mira'), text('0')).outputs).toMatchObject([
      { text: 'Please give a number of at least 1.' },
    ]);
  });

  test.each([
    ['en', 1_000_000, '1,000,000'],
    ['de', 1_000_000, '1.000.000'],
    ['en', 0.25, '0.25'],
    ['de', 0.25, '0,25'],
    ['en', 1950, '1950'],
  ] as const)(
    'names a bound as it is written (%s, %d), except in groups what may be a year',
    (language, min, written) => {
      expect(fieldMessage('too_small', field('number', { min }), language)).toContain(` ${written}.`);
    },
  );

  test('answers a question in between, and comes back to its own', () => {
    const { state, outputs } = talk(LEAD, text('Mira'), text('Do you ship to Austria?'));
    expect(state.at).toBe('many');
    expect(outputs).toMatchObject([{ type: 'answer', question: 'Do you ship to Austria?' }, { type: 'ask' }]);
  });

  test('hands over to the documents in its middle, and goes on when the visitor says so', () => {
    const halfway = flow([say('free', 'Ask me.', true), ask('mail', 'email')], ['free next mail']);
    const begun = beginFlow(halfway);
    expect(begun.outputs).toEqual([
      { type: 'say', text: 'Ask me.' },
      { type: 'hand_over', resumable: true },
    ]);
    const answered = continueFlow(halfway, begun.state, text('What does it cost'), 'en');
    expect(answered).toEqual({
      state: begun.state,
      outputs: [{ type: 'answer', question: 'What does it cost' }],
    });
    expect(continueFlow(halfway, answered.state, { kind: 'continue' }, 'en').state.at).toBe('mail');
  });

  test('lets what is not required be skipped, and a condition see it', () => {
    const optional = flow(
      [
        ask('mail', 'email', { required: false }),
        when('none', 'email', 'empty'),
        say('a', 'None'),
        say('b', '{email}'),
      ],
      ['mail next none', 'none yes a', 'none no b'],
    );
    expect(talk(optional, { kind: 'skip' }).outputs[0]).toEqual({ type: 'say', text: 'None' });
    expect(talk(optional, text('a@b.example')).outputs[0]).toEqual({ type: 'say', text: 'a@b.example' });
    expect(talk(LEAD, { kind: 'skip' }).outputs).toMatchObject([{ type: 'invalid' }]);
  });

  test('says again what it was told as people of its language write it', () => {
    const again = flow(
      [ask('n', 'number'), ask('d', 'date'), say('end', '{number} / {date} / {constructor}')],
      ['n next d', 'd next end'],
    );
    const end = (language: 'en' | 'de', ...words: string[]) =>
      words.reduce((turn, one) => continueFlow(again, turn.state, text(one), language), beginFlow(again));
    expect(end('de', '3,5', '24.12.2026').outputs[0]).toEqual({ type: 'say', text: '3,5 / 24.12.2026 /' });
    expect(end('en', '3.5', '2026-12-24').outputs[0]).toEqual({
      type: 'say',
      text: '3.5 / 24 December 2026 /',
    });
    // What is stored compares and exports alike in all languages.
    expect(end('de', '3,5', '24.12.2026').state.data).toEqual({ number: '3.5', date: '2026-12-24' });
  });

  test('takes whole numbers only where no others will do', () => {
    const people = field('number', { integer: true, min: 1.5 });
    expect(readField(people, text('3,5'), 'de')).toEqual({ problem: 'integer' });
    expect(readField(people, text('3,0'), 'de')).toEqual({ value: '3' });
    const turn = continueFlow(
      flow([ask('a', 'number', { min: 1.5 })], []),
      { at: 'a', data: {} },
      text('1'),
      'de',
    );
    expect(turn.outputs).toMatchObject([{ type: 'invalid', text: 'Bitte nennen Sie eine Zahl ab 1,5.' }]);
  });

  test('compares numbers as numbers, however they are written', () => {
    const budget = flow(
      [ask('q', 'number'), when('c', 'number', 'greater', '1000'), say('yes'), say('no')],
      ['q next c', 'c yes yes', 'c no no'],
    );
    const said = (words: string, language: 'en' | 'de') =>
      continueFlow(budget, beginFlow(budget).state, text(words), language).state.data.number;
    expect([said('1,500.5', 'en'), said('1.500,5', 'de'), said('€ 900', 'de')]).toEqual([
      '1500.5',
      '1500.5',
      '900',
    ]);
    expect(talk(budget, text('1,500')).outputs[0]).toEqual({ type: 'say', text: 'Hello' });
  });

  test.each([
    ['no flow', null, { at: 'who', data: {} }],
    ['a step that is gone', LEAD, { at: 'gone', data: { name: 'Mira' } }],
    ['an end', LEAD, { at: null, data: { name: 'Mira' } }],
  ] as const)('in %s is answered from the documents', (_, through, state: FlowState) => {
    expect(continueFlow(through, state, text('Hello'), 'en')).toEqual({
      state: { ...state, at: null },
      outputs: [{ type: 'answer', question: 'Hello' }],
    });
  });

  test('never begins in a flow that does not run', () => {
    const circle = flow([say('a'), say('b')], ['a next b', 'b next a']);
    expect(beginFlow(circle).outputs).toEqual([{ type: 'hand_over', resumable: false }]);
    expect(continueFlow(circle, { at: 'a', data: {} }, { kind: 'continue' }, 'en').state.at).toBe(null);
  });
});

describe('a field', () => {
  const options = ['Small', 'Large, with wheels', 'Blue'];
  const file = (name: string, size: number, type: string): FlowInput => ({ kind: 'file', name, size, type });
  test.each<[FieldType, FlowInput, unknown]>([
    ['text', text('  Mira '), 'Mira'],
    ['text', text('x'.repeat(201)), { problem: 'too_long' }],
    ['text', text('   '), { problem: 'required' }],
    ['textarea', text('x'.repeat(4_000)), 'x'.repeat(4_000)],
    ['email', text('mira@müller.example'), 'mira@müller.example'],
    ['email', text('mira@'), { problem: 'email' }],
    ['email', text('a..b@c.example'), { problem: 'email' }],
    ['phone', text('(030) 90 18-20'), '(030) 90 18-20'],
    ['phone', text('call me'), { problem: 'phone' }],
    ['phone', text('12345'), { problem: 'phone' }],
    ['number', text('12.5'), '12.5'],
    ['number', text('1e9'), { problem: 'number' }],
    ['number', text('NaN'), { problem: 'number' }],
    ['select', { kind: 'choices', choices: ['Blue'] }, 'Blue'],
    ['select', text('large, WITH wheels'), 'Large, with wheels'],
    ['select', text('2'), 'Large, with wheels'],
    ['select', text('Green'), { problem: 'choice' }],
    ['multiselect', { kind: 'choices', choices: ['Blue', 'Small'] }, ['Small', 'Blue']],
    ['multiselect', text('blue, small'), ['Small', 'Blue']],
    ['multiselect', text('Large, with wheels'), ['Large, with wheels']],
    ['multiselect', { kind: 'choices', choices: [] }, { problem: 'required' }],
    ['multiselect', { kind: 'choices', choices: ['Green'] }, { problem: 'choice' }],
    ['date', text('31.5.2026'), '2026-05-31'],
    ['date', text('2026-02-30'), { problem: 'date' }],
    ['date', text('tomorrow'), { problem: 'date' }],
    ['url', text('www.example.com/a b'), { problem: 'url' }],
    ['url', text('www.example.com'), 'https://www.example.com/'],
    ['url', text('example.com:8443/x'), 'https://example.com:8443/x'],
    ['url', text('javascript:alert(1)'), { problem: 'url' }],
    ['file', file('a.pdf', 5, 'application/pdf'), 'a.pdf'],
    ['file', file('a.exe', 5, 'application/x-msdownload'), { problem: 'file_type' }],
    ['file', file('a.pdf', 10_000_001, 'application/pdf'), { problem: 'file_size' }],
    ['file', text('a.pdf'), { problem: 'file' }],
  ])('of type %s reads %j as %j', (type, input, expected) => {
    const read = readField(field(type, { options }), input, 'en');
    expect('value' in read ? read.value : read).toEqual(expected);
  });

  test.each(FieldType.options)('of type %s that is required can not be skipped', (type) => {
    expect(readField(field(type, { options }), { kind: 'skip' }, 'de')).toEqual({ problem: 'required' });
  });
});
