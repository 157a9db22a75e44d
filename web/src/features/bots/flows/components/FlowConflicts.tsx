import type { RefObject } from 'react';
import type { Flow } from '#contract/bots/flow';
import { ConflictAlert } from '#features/bots/components/ConflictAlert.tsx';
import { useShownFlow } from '#features/bots/use-shown-flow.ts';
import { useTexts } from '#i18n/index';
import { EMPTY_FLOW, targetOf } from '../edit';
import type { FlowConflict } from '../merge-flows';
import { stepName } from '../step-name';

/** What two people changed of the same flow: each step by its name, with both texts. */
export function FlowConflicts({
  ref,
  conflicts,
  mine,
  theirs,
  onTakeTheirs,
  onKeepMine,
}: {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly conflicts: readonly FlowConflict[];
  readonly mine: Flow | null;
  readonly theirs: Flow | null;
  readonly onTakeTheirs: (conflict: FlowConflict) => void;
  readonly onKeepMine: (conflict: FlowConflict) => void;
}) {
  const { t } = useTexts();
  const { shownFlow, shownStep } = useShownFlow();
  const nameOf = (conflict: FlowConflict): string => {
    if (conflict.part === 'flow') return t('templates:flow.title');
    if (conflict.part === 'start') return t('templates:flow.start');
    const { part, stepId } = conflict;
    const isMine = mine?.steps.some(({ id }) => id === stepId);
    const name = stepName((isMine ? mine : theirs) ?? EMPTY_FLOW, stepId, t);
    return part === 'step' ? name : `${name}: ${t(`templates:flow.branch.${part}`)}`;
  };
  const shown = (conflict: FlowConflict, flow: Flow | null, other: Flow | null): string => {
    if (conflict.part === 'flow' || !flow) return flow ? shownFlow(flow, other) : t('templates:flow.removed');
    const stepOf = (id: string | null, none: string) => (id === null ? none : stepName(flow, id, t));
    if (conflict.part === 'start') return stepOf(flow.start, t('templates:flow.empty'));
    const { part, stepId } = conflict;
    if (part !== 'step') return stepOf(targetOf(flow, stepId, part), t('templates:flow.ends'));
    const step = flow.steps.find(({ id }) => id === stepId);
    return step ? shownStep(step, flow) : t('templates:flow.removed');
  };
  return (
    <ConflictAlert
      ref={ref}
      heading={t('templates:flow.conflict')}
      occasion={theirs}
      choices={conflicts.map((conflict) => ({
        key: Object.values(conflict).join(' '),
        name: nameOf(conflict),
        mine: shown(conflict, mine, theirs),
        theirs: shown(conflict, theirs, mine),
        onKeepMine: () => onKeepMine(conflict),
        onTakeTheirs: () => onTakeTheirs(conflict),
      }))}
    />
  );
}
