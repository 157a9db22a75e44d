import type { Flow, FlowStep } from '#contract/bots/flow';
import type { FlowProblem, StepProblem } from '#core/bots/flow/check';
import type { Translate } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { titleOf } from './edit';
import { stepName } from './step-name';

/** What is wrong, said where the step itself is seen. */
export function problemText(step: FlowStep, problem: FlowProblem, t: Translate): string {
  return t(problem === 'empty_content' ? lacking(step) : `templates:flow.problem.${problem}`);
}

/** The same of one of many steps: with what it is known by, which of one without words is its place in their list. */
export function problemAtStep(flow: Flow, { stepId, problem }: StepProblem, t: Translate): string {
  const at = flow.steps.findIndex(({ id }) => id === stepId);
  const step = flow.steps[at];
  if (!step) return stepId;
  const name =
    titleOf(step) === null ? t('templates:flow.stepNumber', { number: at + 1 }) : stepName(flow, stepId, t);
  return t('templates:flow.at', { step: name, problem: problemText(step, problem, t) });
}

function lacking(step: FlowStep): TranslationKey {
  if (step.type === 'condition')
    return step.field === '' ? 'templates:flow.lacking.field' : 'templates:flow.lacking.value';
  if (step.text.trim() !== '') return 'templates:flow.lacking.options';
  return step.type === 'question' ? 'templates:flow.lacking.question' : 'templates:flow.lacking.message';
}
