import { type Flow, MAX_STEPS } from '#contract/bots/flow';
import type { StepProblem } from '#core/bots/flow/check';
import { useTexts } from '#i18n/index';
import { removeSteps } from '../edit';
import { stepName } from '../step-name';
import { CANVAS_ID } from './FlowCanvas';
import { FlowState } from './FlowState';
import { StepEditor } from './StepEditor';

/** Beside the canvas: how the flow stands, and the chosen step. */
export function FlowSide({
  flow,
  told,
  isUnfinished,
  selected,
  readOnly,
  onSelect,
  onEdit,
  onChange,
}: {
  readonly flow: Flow;
  readonly told: readonly StepProblem[];
  readonly isUnfinished: boolean;
  readonly selected: string | null;
  readonly readOnly: boolean;
  readonly onSelect: (id: string | null) => void;
  readonly onEdit: (id: string) => void;
  readonly onChange: (flow: Flow, about?: string) => void;
}) {
  const { t } = useTexts();
  const step = flow.steps.find(({ id }) => id === selected);
  return (
    <>
      <FlowState flow={flow} problems={told} isUnfinished={isUnfinished} onSelect={onEdit} />
      {flow.steps.length >= MAX_STEPS && <p>{t('templates:flow.noMore', { count: MAX_STEPS })}</p>}
      <StepEditor
        // A step of its own has fields of its own.
        key={step?.id ?? ''}
        flow={flow}
        step={step}
        problems={told.filter(({ stepId }) => stepId === selected)}
        readOnly={readOnly}
        nameOf={(id) => stepName(flow, id, t)}
        onSelect={onSelect}
        onChange={onChange}
        onDelete={(id) => {
          onChange(removeSteps(flow, [id]));
          onSelect(null);
          // The button goes with the step.
          document.getElementById(CANVAS_ID)?.focus();
        }}
      />
      {!step && <p className="muted">{t('templates:flow.lead')}</p>}
    </>
  );
}
