import { describe, expect, test } from 'vitest';
import { Language } from '#contract/accounts/profile';
import { BotCategory, BotConfig, BotType } from '#contract/bots/bot-config';
import { CONTACT_FIELDS, FieldType } from '#contract/bots/flow';
import { TemplateId } from '#contract/lifecycle/template-id';
import { Difficulty } from '#contract/lifecycle/templates';
import { fieldsOf, flowProblems, runs } from '#core/bots/flow/check';
import type { FlowInput } from '#core/bots/flow/fields';
import { beginFlow, continueFlow, type FlowTurn } from '#core/bots/flow/run';
import { TEMPLATES } from '#core/lifecycle/templates/catalogue/index';
import { configOf } from '#core/lifecycle/templates/templates';

const sources = Object.values(TEMPLATES);
const inEach = sources.flatMap((source) => Language.options.map((language) => ({ source, language })));

test('there are at least two templates a category, and some of every difficulty and type', () => {
  expect(sources.map(({ id }) => id)).toEqual(TemplateId.options);
  for (const category of BotCategory.options)
    expect(sources.filter((source) => source.category === category).length).toBeGreaterThanOrEqual(2);
  expect(new Set(sources.map(({ difficulty }) => difficulty))).toEqual(new Set(Difficulty.options));
  expect(new Set(sources.map(({ type }) => type))).toEqual(new Set(BotType.options));
});

test('whoever is asked how many gives a whole number; only money has decimals', () => {
  const numbers = sources.flatMap((source) =>
    fieldsOf(configOf(source, 'en').flow ?? NONE).filter(({ type }) => type === 'number'),
  );
  const whole = numbers.filter(({ integer }) => integer).map(({ key }) => key);
  expect(whole).toEqual(expect.arrayContaining(['people', 'pieces', 'seats', 'score']));
  expect(numbers.filter(({ integer }) => !integer).map(({ key }) => key)).toEqual(['budget']);
});

test('together they collect values of every type', () => {
  const types = sources.flatMap((source) =>
    fieldsOf(configOf(source, 'en').flow ?? NONE).map(({ type }) => type),
  );
  expect(new Set(types)).toEqual(new Set(FieldType.options));
});
const NONE = { start: null, steps: [], edges: [] };

describe.each(
  inEach.map(({ source, language }) => ({ name: `${source.id} in ${language}`, source, language })),
)('$name', ({ source, language }) => {
  const config = configOf(source, language);
  const flow = config.flow ?? NONE;

  test('is a configuration that a bot may have, and its flow runs', () => {
    expect(BotConfig.parse(config)).toEqual(config);
    expect(flowProblems(flow)).toEqual([]);
    expect(runs(flow)).toBe(true);
  });

  test('conditions ask for choices that there are', () => {
    const fields = new Map(fieldsOf(flow).map((field) => [field.key, field]));
    for (const step of flow.steps) {
      if (step.type !== 'condition') continue;
      const { options = [], type } = fields.get(step.field) ?? {};
      if (type === 'select' || type === 'multiselect') expect(options).toContain(step.value);
    }
  });

  test('texts stand for values that were collected, and for no others', () => {
    const keys = fieldsOf(flow).map(({ key }) => key);
    for (const step of flow.steps)
      if (step.type !== 'condition')
        for (const [, key] of step.text.matchAll(/\{(\w+)\}/g)) expect(keys).toContain(key);
  });

  test('comes to its end on every way, and leaves no placeholder', () => {
    const ends: FlowTurn[] = [];
    const walk = (turn: FlowTurn, depth: number): void => {
      expect(depth).toBeLessThan(30);
      for (const output of turn.outputs) if ('text' in output) expect(output.text).not.toMatch(/[{}]/);
      if (turn.state.at === null) {
        ends.push(turn);
        return;
      }
      for (const input of inputsFor(turn)) {
        const next = continueFlow(flow, turn.state, input, language);
        expect(next.outputs.map(({ type }) => type)).not.toContain('invalid');
        walk(next, depth + 1);
      }
    };
    walk(beginFlow(flow), 0);
    expect(ends.length).toBeGreaterThan(0);
  });

  test('promises no mail, call or term, since nothing keeps it', () => {
    const texts = [source.summary, ...source.points].map((words) => words[language]);
    for (const step of flow.steps) if (step.type !== 'condition') texts.push(step.text);
    expect(texts.filter((text) => PROMISES.test(text))).toEqual([]);
  });

  test('asks how to reach the visitor', () => {
    expect(fieldsOf(flow).some(({ type }) => CONTACT_FIELDS.includes(type))).toBe(true);
  });
});

const PROMISES =
  /\b(we|you|label|someone[\w ]*|team) will\b|\bwe send|\bsends the|may we send|working day|Werktag|schick(t|en) (die|wir)|wir .*schicken|per Mail|melden uns|rufen? (Sie|wir)|schreib(t|en) an/i;

test('nobody has to send a file to get to the end', () => {
  const files = sources.flatMap((source) =>
    fieldsOf(configOf(source, 'en').flow ?? NONE).filter(({ type }) => type === 'file'),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter(({ required }) => required)).toEqual([]);
});

test('both languages have the same steps and ways', () => {
  for (const source of sources) {
    const [en, de] = (['en', 'de'] as const).map((language) => configOf(source, language).flow ?? NONE);
    expect(de?.edges).toEqual(en?.edges);
    expect(de?.steps.map(({ id, type, place }) => ({ id, type, place }))).toEqual(
      en?.steps.map(({ id, type, place }) => ({ id, type, place })),
    );
  }
});

/** Enough answers to a question that every way is taken. */
function inputsFor({ outputs }: FlowTurn): readonly FlowInput[] {
  const last = outputs.at(-1);
  if (last?.type !== 'ask') return [{ kind: 'continue' }];
  const { field } = last;
  const skip: readonly FlowInput[] = field.required ? [] : [{ kind: 'skip' }];
  switch (field.type) {
    case 'select':
    case 'multiselect':
      return [...field.options.map((option): FlowInput => ({ kind: 'choices', choices: [option] })), ...skip];
    case 'number':
      return [field.min ?? 1, field.max ?? 5_000].map((value) => ({ kind: 'text', text: String(value) }));
    case 'file':
      return [{ kind: 'file', name: 'a.png', size: 5, type: 'image/png' }, ...skip];
    default:
      return [{ kind: 'text', text: SAMPLES[field.type] }, ...skip];
  }
}

const SAMPLES = {
  text: 'Mira',
  textarea: 'Some words.',
  email: 'mira@example.net',
  phone: '+49 30 901820',
  date: '2026-05-31',
  url: 'www.example.net',
};
