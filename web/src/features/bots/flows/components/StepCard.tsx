import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { Flag, TriangleAlert } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { FlowStep } from '#contract/bots/flow';
import type { FlowProblem } from '#core/bots/flow/check';
import { useTexts } from '#i18n/index';
import { problemText } from '../problem-text';
import styles from './flows.module.css';
import { TEXT_LENGTH } from './StepEditor';
import { STEP_ICONS } from './step-icons';

/** Id of the mark where the conversation begins; ids of steps have no such sign. */
export const START = '*start';

export type StepNode = Node<
  {
    readonly step: FlowStep;
    readonly problems: readonly FlowProblem[];
    /** Of a condition: what its value is called. */
    readonly about: string;
    /** Given while its text is written in the card. */
    readonly onText?: (text: string) => void;
  },
  'step'
>;
export type StartNode = Node<Record<string, never>, 'start'>;

/** A step on the canvas. */
export function StepCard({ data: { step, problems, about, onText }, selected }: NodeProps<StepNode>) {
  const { t } = useTexts();
  const field = useFocusOnceShown();
  const [isWritten, setWritten] = useState(false);
  const Icon = STEP_ICONS[step.type];
  return (
    <div
      className={styles.step}
      data-type={step.type}
      data-selected={selected}
      data-problem={problems.length > 0}
    >
      <Handle type="target" position={Position.Top} />
      <p className={styles.stepHead}>
        <Icon size={15} aria-hidden="true" />
        {t(`templates:flow.stepType.${step.type}`)}
        {step.type === 'question' && (
          <span className={styles.tag}>{t(`templates:fieldType.${step.field.type}`)}</span>
        )}
        {step.type === 'message' && step.answers && (
          <span className={styles.tag}>{t('templates:flow.answersTag')}</span>
        )}
      </p>
      {onText && !isWritten && step.type !== 'condition' ? (
        <textarea
          // What is pressed here moves no card and deletes none.
          className={`${styles.stepField} nodrag nopan nowheel`}
          aria-label={t(step.type === 'question' ? 'templates:flow.questionText' : 'templates:flow.text')}
          ref={field}
          rows={2}
          maxLength={TEXT_LENGTH}
          value={step.text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={(event) => event.stopPropagation()}
          // Left for another window, it is gone on with.
          onBlur={() => setWritten(document.hasFocus())}
        />
      ) : (
        <p className={styles.stepText}>
          {step.type === 'condition'
            ? step.field === ''
              ? t('templates:flow.empty')
              : `${about} ${t(`templates:flow.operators.${step.operator}`)} ${isUnary(step) ? '' : t('templates:flow.quoted', { text: step.value })}`
            : step.text.trim() || t('templates:flow.empty')}
        </p>
      )}
      {problems.length > 0 && (
        <p className={styles.stepWrong}>
          <TriangleAlert size={14} aria-hidden="true" />
          {problems.map((problem) => problemText(step, problem, t)).join(' ')}
        </p>
      )}
      {step.type === 'condition' ? (
        <>
          <p className={styles.branches} aria-hidden="true">
            <span>{t('templates:flow.way.yes')}</span>
            <span>{t('templates:flow.way.no')}</span>
          </p>
          <Handle type="source" position={Position.Bottom} id="yes" className={styles.yes} />
          <Handle type="source" position={Position.Bottom} id="no" className={styles.no} />
        </>
      ) : (
        <Handle type="source" position={Position.Bottom} id="next" />
      )}
    </div>
  );
}

/** Frames in which a card that was just put on the canvas may still be hidden: the library measures it first. */
const FRAMES = 30;

/** A field that is written in as soon as it can be: its step was added for that. */
function useFocusOnceShown() {
  const field = useRef<HTMLTextAreaElement | null>(null);
  return useCallback((element: HTMLTextAreaElement | null) => {
    field.current = element;
    let left = FRAMES;
    const attempt = () => {
      if (field.current !== element || document.activeElement === element || left === 0) return;
      left -= 1;
      element?.focus({ preventScroll: true });
      requestAnimationFrame(attempt);
    };
    if (element) attempt();
  }, []);
}

function isUnary({ operator }: FlowStep & { type: 'condition' }): boolean {
  return operator === 'filled' || operator === 'empty';
}

export function StartMark() {
  const { t } = useTexts();
  return (
    <div className={styles.start}>
      <span>
        <Flag size={14} aria-hidden="true" />
        {t('templates:flow.start')}
      </span>
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
}
