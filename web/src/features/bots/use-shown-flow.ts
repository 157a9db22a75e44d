import { type DataField, type Flow, type FlowStep, UNARY_OPERATORS } from '#contract/bots/flow';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { differingSteps } from './flow-differences';

/** A step as a person reads it, and a flow beside another: by the steps that differ. */
export function useShownFlow() {
  const { t, language } = useTexts();

  const shownStep = (step: FlowStep, flow: Flow) => {
    const titleOf = (id: string) => {
      const target = flow.steps.find((other) => other.id === id);
      const text = (target && 'text' in target && target.text.trim()) || null;
      return text ? quoted(text) : t(`templates:flow.stepType.${target?.type ?? 'message'}`);
    };
    const quoted = (text: string) => t('templates:flow.quoted', { text: shortened(text) });
    return [
      `${t(`templates:flow.stepType.${step.type}`)}: ${step.type === 'condition' ? shownCondition(step) : step.text.trim() || t('templates:flow.empty')}`,
      ...(step.type === 'question' ? shownField(step.field) : []),
      ...(step.type === 'message' && step.answers ? [t('templates:flow.answersTag')] : []),
      ...(flow.start === step.id ? [t('templates:flow.isStart')] : []),
      ...flow.edges
        .filter(({ from }) => from === step.id)
        .map(({ branch, to }) => `${t(`templates:flow.branch.${branch}`)}: ${titleOf(to)}`),
    ].join('\n');
  };
  const shownCondition = ({ field, operator, value }: FlowStep & { readonly type: 'condition' }) =>
    [
      field || t('templates:flow.empty'),
      t(`templates:flow.operators.${operator}`),
      ...(UNARY_OPERATORS.includes(operator) ? [] : [t('templates:flow.quoted', { text: value })]),
    ].join(' ');
  const shownField = ({ label, key, type, required, options, min, max }: DataField) => [
    `${label} (${key}): ${[
      t(`templates:fieldType.${type}`),
      ...(required ? [t('templates:flow.required')] : []),
      ...(min === null ? [] : [`${t('templates:flow.bound.min')} ${formatNumber(min, language)}`]),
      ...(max === null ? [] : [`${t('templates:flow.bound.max')} ${formatNumber(max, language)}`]),
    ].join(', ')}`,
    ...(options.length > 0 ? [options.join(' · ')] : []),
  ];
  /** Steps that are the same in both are counted, and the others told. */
  const shownFlow = (flow: Flow | null, other: Flow | null) => {
    if (!flow) return t('bots:values.empty');
    const steps = differingSteps(flow, other);
    const isMoved = steps.length === 0 && differingSteps(other, flow).length === 0;
    return [
      t('bots:values.steps', { count: flow.steps.length }),
      ...(isMoved && other ? [t('bots:values.moved')] : []),
      ...steps.map((step) => shownStep(step, flow)),
    ].join('\n\n');
  };

  return { shownStep, shownFlow };
}

function shortened(text: string): string {
  return text.length > MOST_OF_TITLE ? `${text.slice(0, MOST_OF_TITLE).trimEnd()} …` : text;
}

/** Characters by which a step is known that another leads to. */
const MOST_OF_TITLE = 60;
