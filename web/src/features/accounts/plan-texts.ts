import type { Tone } from '#components/StatusPill.tsx';
import type { PlanStanding } from '#contract/accounts/plan-standing';
import { formatDate } from '#i18n/format';
import type { Translate } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';

/** What is said of a plan where there is room for a line: its name, and what is to come. */
export function planLine(standing: PlanStanding, t: Translate, language: LanguageCode): string {
  return t(`common:plan.line.${standing.state}`, planValues(standing, t, language));
}

/** What sentences about a plan name. */
export function planValues({ plan, at }: PlanStanding, t: Translate, language: LanguageCode) {
  return { plan: t(`common:plan.${plan}`), date: at === null ? '' : formatDate(at, language) };
}

export const PLAN_TONES: Readonly<Record<PlanStanding['state'], Tone>> = {
  free: 'neutral',
  given: 'good',
  trial: 'busy',
  starting: 'busy',
  active: 'good',
  ending: 'warn',
  past_due: 'bad',
  paused: 'bad',
  trial_over: 'neutral',
  canceled: 'neutral',
  payment_failed: 'bad',
};
