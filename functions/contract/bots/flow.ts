import * as z from 'zod';
import { Line, Lines, List, Text } from '../base/text';

/** What a question of a flow collects. */
export const FieldType = z.enum([
  'text',
  'textarea',
  'email',
  'phone',
  'number',
  'select',
  'multiselect',
  'date',
  'url',
  'file',
]);
export type FieldType = z.infer<typeof FieldType>;

/** Types that say how a visitor can be reached: what the funnel counts as 'provided contact info'. */
export const CONTACT_FIELDS: readonly FieldType[] = ['email', 'phone'];

/** Types that are answered by choosing. */
export const CHOICE_FIELDS: readonly FieldType[] = ['select', 'multiselect'];

export const MAX_STEPS = 60;
const MAX_EDGES = MAX_STEPS * 2;
export const MAX_OPTIONS = 12;

/** Name of a collected value: conditions ask for it, `{key}` in a text stands for it, exports have it as a column. */
export const FieldKey = Text(40).regex(/^[a-z][a-zA-Z0-9_]{0,39}$/);

export const DataField = z.object({
  /** A `FieldKey` where the flow runs; a draft may have what is none yet. */
  key: Line({ max: 40 }),
  /** What a person reads where collected values are listed. */
  label: Line({ max: 80 }),
  type: FieldType,
  /** Otherwise the visitor may skip it. */
  required: z.boolean(),
  /** Of select and multiselect. */
  options: List(z.array(Line({ max: 80 })).max(MAX_OPTIONS), MAX_OPTIONS),
  /** Of a number. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Of a number: none with decimals. */
  integer: z.boolean().optional(),
});
export type DataField = z.infer<typeof DataField>;

const StepId = Text(40).regex(/^[A-Za-z0-9_-]{1,40}$/);

/** Where a step stands on the canvas. */
const Place = z.object({
  x: z.number().min(-100_000).max(100_000),
  y: z.number().min(-100_000).max(100_000),
});

const Said = Lines({ max: 500 });

/** The bot says something and goes on. */
const MessageStep = z.object({
  id: StepId,
  type: z.literal('message'),
  place: Place,
  text: Said,
  /** Then visitors ask what they want and the documents answer, until they choose to go on. */
  answers: z.boolean(),
});

/** The bot asks for a value and waits. */
const QuestionStep = z.object({
  id: StepId,
  type: z.literal('question'),
  place: Place,
  text: Said,
  field: DataField,
});

export const ConditionOperator = z.enum([
  'equals',
  'not_equals',
  'contains',
  'greater',
  'less',
  'filled',
  'empty',
]);
export type ConditionOperator = z.infer<typeof ConditionOperator>;

/** Operators that look at the value alone. */
export const UNARY_OPERATORS: readonly ConditionOperator[] = ['filled', 'empty'];

/** The flow goes one of two ways, by a value that was collected before. */
const ConditionStep = z.object({
  id: StepId,
  type: z.literal('condition'),
  place: Place,
  /** Empty while nobody has chosen one. */
  field: z.union([FieldKey, z.literal('')]),
  operator: ConditionOperator,
  value: Line({ max: 80 }),
});

/** A step with empty content can be stored, as a draft can; `flowProblems` says that it doesn't run. */
export const FlowStep = z.discriminatedUnion('type', [MessageStep, QuestionStep, ConditionStep]);
export type FlowStep = z.infer<typeof FlowStep>;
export type StepType = FlowStep['type'];

/** `next` leads on from messages and questions, `yes` and `no` from conditions. */
export const Branch = z.enum(['next', 'yes', 'no']);
export type Branch = z.infer<typeof Branch>;

export const FlowEdge = z.object({ from: StepId, to: StepId, branch: Branch });
export type FlowEdge = z.infer<typeof FlowEdge>;

/** Where a flow ends, the documents answer. */
export const Flow = z
  .object({
    /** Null while nothing leads in. */
    start: StepId.nullable(),
    steps: List(z.array(FlowStep).max(MAX_STEPS), MAX_STEPS),
    edges: List(z.array(FlowEdge).max(MAX_EDGES), MAX_EDGES),
  })
  .superRefine(({ start, steps, edges }, context) => {
    const types = new Map(steps.map(({ id, type }) => [id, type]));
    if (types.size < steps.length) context.addIssue({ code: 'custom', path: ['steps'], message: TWICE });
    if (start !== null && !types.has(start))
      context.addIssue({ code: 'custom', path: ['start'], message: NO_STEP });
    const taken = new Set<string>();
    edges.forEach(({ from, to, branch }, index) => {
      const type = types.get(from);
      const fits = type === 'condition' ? branch !== 'next' : branch === 'next';
      if (!type || !types.has(to) || !fits || taken.has(`${from} ${branch}`))
        context.addIssue({ code: 'custom', path: ['edges', index], message: NO_WAY });
      taken.add(`${from} ${branch}`);
    });
  });
export type Flow = z.infer<typeof Flow>;

const TWICE = 'Two steps have the same id.';
const NO_STEP = 'There is no such step.';
const NO_WAY = 'A way leads from a step that exists to another, once in each branch.';

/** What a flow waits for: a value for a field, or for the visitor to go on after they have asked all they want. */
export const Prompt = z.discriminatedUnion('type', [
  z.object({ type: z.literal('field'), field: DataField }),
  z.object({ type: z.literal('continue') }),
]);
export type Prompt = z.infer<typeof Prompt>;
