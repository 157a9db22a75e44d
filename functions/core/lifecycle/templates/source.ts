import type { Language } from '#contract/accounts/profile';
import type { BotCategory, BotConfig, BotType } from '#contract/bots/bot-config';
import type { ConditionOperator, FieldType, Flow, FlowEdge, FlowStep } from '#contract/bots/flow';
import type { TemplateId } from '#contract/lifecycle/template-id';
import type { Difficulty } from '#contract/lifecycle/templates';
import { tidied } from '#core/bots/flow/layout';

/** A text in every language. */
export type Words = Readonly<Record<Language, string>>;

/** A template as it is written down. */
export interface TemplateSource {
  readonly id: TemplateId;
  readonly category: BotCategory;
  readonly type: BotType;
  readonly difficulty: Difficulty;
  readonly setupMinutes: number;
  readonly name: Words;
  readonly summary: Words;
  readonly points: readonly Words[];
  readonly welcome: Words;
  readonly starters?: readonly Words[];
  readonly config: Pick<BotConfig, 'primaryColor'> & Partial<BotConfig>;
  readonly steps: readonly StepSource[];
}

/** Null ends the flow; left out, the next step in the list follows. */
interface Way {
  readonly to?: string | null;
}

interface MessageSource extends Way {
  readonly kind: 'message';
  readonly id: string;
  readonly text: Words;
  readonly answers: boolean;
}
interface QuestionSource extends Way {
  readonly kind: 'question';
  readonly id: string;
  readonly fieldType: FieldType;
  readonly label: Words;
  readonly text: Words;
  readonly required: boolean;
  readonly options: readonly Words[];
  readonly min: number | null;
  readonly max: number | null;
  readonly integer: boolean;
}
interface ConditionSource {
  readonly kind: 'condition';
  readonly id: string;
  readonly field: string;
  readonly operator: ConditionOperator;
  readonly value: Words;
  readonly yes: string | null;
  readonly no: string | null;
}
export type StepSource = MessageSource | QuestionSource | ConditionSource;

export function say(id: string, text: Words, way: Way & { readonly answers?: boolean } = {}): StepSource {
  return { kind: 'message', id, text, ...way, answers: way.answers ?? false };
}

/** The step's id is the field's key as well. */
export function ask(
  id: string,
  fieldType: FieldType,
  label: Words,
  text: Words,
  more: Way & Partial<Pick<QuestionSource, 'required' | 'options' | 'min' | 'max' | 'integer'>> = {},
): StepSource {
  const defaults = { required: true, options: [], min: null, max: null, integer: false };
  return { kind: 'question', id, fieldType, label, text, ...defaults, ...more };
}

export function when(
  id: string,
  [field, operator, value]: readonly [string, ConditionOperator, Words | string],
  ways: { readonly yes: string | null; readonly no: string | null },
): StepSource {
  const words = typeof value === 'string' ? { en: value, de: value } : value;
  return { kind: 'condition', id, field, operator, value: words, ...ways };
}

/** The flow in a language, laid out. */
export function flowOf({ steps }: TemplateSource, language: Language): Flow {
  return tidied({
    start: steps[0]?.id ?? null,
    steps: steps.map((step) => stepOf(step, language)),
    edges: steps.flatMap((step, index) => edgesOf(step, steps[index + 1]?.id ?? null)),
  });
}

function stepOf(step: StepSource, language: Language): FlowStep {
  const base = { id: step.id, place: { x: 0, y: 0 } };
  if (step.kind === 'message')
    return { ...base, type: 'message', text: step.text[language], answers: step.answers };
  if (step.kind === 'condition')
    return {
      ...base,
      type: 'condition',
      field: step.field,
      operator: step.operator,
      value: step.value[language],
    };
  const { fieldType, label, text, required, options, min, max, integer } = step;
  const limits = { min, max, ...(integer && { integer }) };
  const field = { key: step.id, label: label[language], type: fieldType, required, ...limits };
  return {
    ...base,
    type: 'question',
    text: text[language],
    field: { ...field, options: options.map((option) => option[language]) },
  };
}

function edgesOf(step: StepSource, following: string | null): FlowEdge[] {
  const from = step.id;
  if (step.kind !== 'condition') {
    const to = step.to === undefined ? following : step.to;
    return to === null ? [] : [{ from, to, branch: 'next' }];
  }
  return (['yes', 'no'] as const).flatMap((branch) => {
    const to = step[branch];
    return to === null ? [] : [{ from, to, branch }];
  });
}
