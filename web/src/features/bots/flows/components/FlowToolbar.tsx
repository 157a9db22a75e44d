import { Button } from '@aws-amplify/ui-react';
import { Play, Redo2, Sparkles, Trash2, Undo2 } from 'lucide-react';
import { IconButton } from '#components/IconButton.tsx';
import { type Flow, MAX_STEPS, type StepType } from '#contract/bots/flow';
import { useTexts } from '#i18n/index';
import { type History, redone, undone } from '../history';
import styles from './flows.module.css';
import { STEP_ICONS } from './step-icons';

const STEP_TYPES: readonly StepType[] = ['message', 'question', 'condition'];

interface Props {
  readonly flow: Flow;
  readonly history: History<Flow | null>;
  readonly readOnly: boolean;
  onAdd(type: StepType): void;
  /** Back or forth in the history. */
  onMove(move: (history: History<Flow | null>) => History<Flow | null>): void;
  onTidy(): void;
  onRemove(): void;
  onTry(): void;
}

/** What can be done with the flow as a whole; who may only look can try it. */
export function FlowToolbar({ flow, history, readOnly, onAdd, onMove, onTidy, onRemove, onTry }: Props) {
  const { t } = useTexts();
  return (
    <div className="row small" role="toolbar" aria-label={t('templates:flow.toolbar')}>
      {!readOnly && (
        <>
          {STEP_TYPES.map((type) => {
            const Icon = STEP_ICONS[type];
            return (
              <Button
                key={type}
                size="small"
                isDisabled={flow.steps.length >= MAX_STEPS}
                onClick={() => onAdd(type)}
              >
                <Icon size={16} aria-hidden="true" />
                {t(`templates:flow.add.${type}`)}
              </Button>
            );
          })}
          <span className={styles.gap} />
          <IconButton
            isFramed
            label={t('templates:flow.undo')}
            isDisabled={history.past.length === 0}
            onClick={() => onMove(undone)}
          >
            <Undo2 size={17} aria-hidden="true" />
          </IconButton>
          <IconButton
            isFramed
            label={t('templates:flow.redo')}
            isDisabled={history.future.length === 0}
            onClick={() => onMove(redone)}
          >
            <Redo2 size={17} aria-hidden="true" />
          </IconButton>
          <Button size="small" onClick={onTidy}>
            <Sparkles size={16} aria-hidden="true" />
            {t('templates:flow.tidy')}
          </Button>
          <Button size="small" onClick={onRemove}>
            <Trash2 size={16} aria-hidden="true" />
            {t('templates:flow.remove')}
          </Button>
        </>
      )}
      <Button size="small" onClick={onTry}>
        <Play size={16} aria-hidden="true" />
        {t('templates:flow.try')}
      </Button>
    </div>
  );
}
