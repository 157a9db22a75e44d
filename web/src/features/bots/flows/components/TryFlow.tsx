import { useMemo } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import type { Bot } from '#contract/bots/bots';
import type { Flow } from '#contract/bots/flow';
import type { StepProblem } from '#core/bots/flow/check';
import { FlowChat } from '#features/bots/components/FlowChat.tsx';
import { useTexts } from '#i18n/index';
import { problemAtStep } from '../problem-text';
import { stepName } from '../step-name';
import { tryable } from '../tryable';

/** The conversation as the flow leads it now, saved or not. */
export function TryFlow({
  bot,
  flow,
  problems,
  onClose,
}: {
  readonly bot: Bot;
  readonly flow: Flow;
  readonly problems: readonly StepProblem[];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const trial = useMemo(() => ({ ...bot, flow: tryable(flow) }), [bot, flow]);
  return (
    <Dialog title={t('templates:flow.tryTitle')} onClose={onClose}>
      <FlowChat
        name={bot.name}
        config={trial}
        problemAt={(stepId) => {
          const problem = problems.find((one) => one.stepId === stepId);
          return problem ? problemAtStep(flow, problem, t) : stepName(flow, stepId, t);
        }}
      />
    </Dialog>
  );
}
