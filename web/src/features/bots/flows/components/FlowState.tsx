import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Flow } from '#contract/bots/flow';
import type { StepProblem } from '#core/bots/flow/check';
import { useTexts } from '#i18n/index';
import { problemAtStep } from '../problem-text';
import styles from './flows.module.css';

interface Props {
  readonly flow: Flow;
  readonly problems: readonly StepProblem[];
  /** A step is being written for the first time. */
  readonly isUnfinished: boolean;
  onSelect(stepId: string): void;
}

/** Whether the flow runs, or what keeps it from that, each with the way to its step. */
export function FlowState({ flow, problems, isUnfinished, onSelect }: Props) {
  const { t } = useTexts();
  if (problems.length === 0 && isUnfinished) return <p className="muted">{t('templates:flow.unfinished')}</p>;
  return (
    <div role="status">
      {problems.length === 0 ? (
        <p className="line good">
          <CircleCheck size={18} aria-hidden="true" />
          {t('templates:flow.runs')}
        </p>
      ) : (
        <>
          <p className="line wrong">
            <TriangleAlert size={18} aria-hidden="true" />
            {t('templates:flow.problems', { count: problems.length })}
          </p>
          <ul className="stack tight parted-above-tight">
            {problems.map(({ stepId, problem }) => (
              <li key={`${stepId} ${problem}`}>
                <button type="button" className={styles.link} onClick={() => onSelect(stepId)}>
                  {problemAtStep(flow, { stepId, problem }, t)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
