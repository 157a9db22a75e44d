import { Alert, Button } from '@aws-amplify/ui-react';
import { Workflow } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useOutletContext } from 'react-router-dom';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Dialog } from '#components/Dialog.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import type { Bot } from '#contract/bots/bots';
import { type Flow, MAX_STEPS } from '#contract/bots/flow';
import { flowProblems } from '#core/bots/flow/check';
import { tidied } from '#core/bots/flow/layout';
import { DiscardButton } from '#features/bots/components/DiscardButton.tsx';
import { FlowChat } from '#features/bots/components/FlowChat.tsx';
import { SaveBar } from '#features/bots/components/SaveBar.tsx';
import { UndecidedHint } from '#features/bots/components/UndecidedHint.tsx';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { addStep, EMPTY_FLOW, removeSteps } from '../edit';
import { changed, type History, redone, startHistory, undone } from '../history';
import { problemAtStep } from '../problem-text';
import { stepName } from '../step-name';
import { tryable } from '../tryable';
import { useFlowSaving } from '../use-flow-saving';
import { Builder } from './Builder';
import { CANVAS_ID, FlowCanvas } from './FlowCanvas';
import { FlowState } from './FlowState';
import { FlowToolbar } from './FlowToolbar';
import styles from './flows.module.css';
import { StepEditor } from './StepEditor';

const FlowConflicts = lazy(async () => ({ default: (await import('./FlowConflicts')).FlowConflicts }));

/** The builder of a bot's flow: the steps on a canvas, the chosen one beside it, and what is wrong above. */
export function FlowPage() {
  const { t } = useTexts();
  const bot = useOutletContext<Bot>();
  const mayManage = usePermission('bots.manage');
  const [history, setHistory] = useState(() => startHistory<Flow | null>(bot.flow));
  const [selected, setSelected] = useState<string | null>(null);
  /** A step that was just added, until another is chosen. */
  const [fresh, setFresh] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'try' | 'remove' | null>(null);
  const [isSideOpen, setSideOpen] = useState(true);

  const stored = history.present;
  const flow = stored ?? EMPTY_FLOW;
  const problems = useMemo(() => flowProblems(flow), [flow]);
  const trial = useMemo(() => ({ ...bot, flow: tryable(flow) }), [bot, flow]);
  // What is being written for the first time is not finished, which is no mistake.
  const told = problems.filter(({ stepId }) => stepId !== fresh);
  const step = flow.steps.find(({ id }) => id === selected);

  const change = (next: Flow | null, about?: string) => setHistory((now) => changed(now, next, about));
  const saving = useFlowSaving(bot, stored, change);
  const { isDirty, theirs, conflicts } = saving;
  /** Chosen elsewhere than on the canvas, a step is to be written. */
  const select = (id: string | null) => {
    setSelected(id);
    if (id !== fresh) setFresh(null);
  };
  const edit = (id: string) => {
    select(id);
    setSideOpen(true);
  };
  /** Goes on in the step that was just added. */
  const goOn = (added: ReturnType<typeof addStep>) => {
    change(added.flow);
    edit(added.id);
    setFresh(added.id);
  };
  useUndoKeys(mayManage && dialog === null, setHistory);
  const nameOf = (id: string) => stepName(flow, id, t);

  const saveBar = mayManage && isDirty && (
    <SaveBar
      failure={saving.failure}
      isUrgent={conflicts.count > 0}
      text={
        conflicts.count > 0 ? (
          <UndecidedHint count={conflicts.count} onShow={conflicts.show} />
        ) : (
          t('bots:settings.unsaved')
        )
      }
    >
      <DiscardButton isDisabled={saving.isSaving} onDiscard={saving.discard} />
      <Button
        variation="primary"
        isDisabled={conflicts.count > 0}
        isLoading={saving.isSaving}
        loadingText={t('templates:flow.saving')}
        onClick={() => void saving.submit()}
      >
        {t('templates:flow.save')}
      </Button>
    </SaveBar>
  );

  return (
    <div className="stack">
      <UnsavedGuard unsaved={isDirty && !saving.isSaving} />
      {flow.steps.length === 0 ? (
        <div className={styles.words}>
          <h2>{t('templates:flow.title')}</h2>
          <p>{t('templates:flow.lead')}</p>
        </div>
      ) : (
        // The tab above says it already: the canvas needs the room.
        <h2 className="amplify-visually-hidden">{t('templates:flow.title')}</h2>
      )}
      {!mayManage && <Alert variation="info">{t('templates:flow.readOnly')}</Alert>}
      <Suspense fallback={null}>
        {theirs && (
          <FlowConflicts
            ref={conflicts.notice}
            conflicts={theirs.conflicts}
            mine={stored}
            theirs={theirs.stored}
            onTakeTheirs={saving.takeTheirs}
            onKeepMine={conflicts.decided}
          />
        )}
      </Suspense>
      {flow.steps.length === 0 ? (
        <EmptyState
          icon={<Workflow size={30} />}
          title={t('templates:flow.emptyTitle')}
          action={
            mayManage && (
              <span className={styles.actions}>
                <Button
                  variation="primary"
                  onClick={() => {
                    const added = addStep(EMPTY_FLOW, 'message', null);
                    const steps = added.flow.steps.map((one) =>
                      one.type === 'message' ? { ...one, text: t('templates:flow.firstMessage') } : one,
                    );
                    goOn({ ...added, flow: { ...added.flow, steps } });
                  }}
                >
                  {t('templates:flow.begin')}
                </Button>
                <LinkButton to="/templates">{t('templates:flow.templates')}</LinkButton>
              </span>
            )
          }
        >
          {t('templates:flow.emptyText')}
        </EmptyState>
      ) : (
        <Builder
          isSideOpen={isSideOpen}
          mayFill={theirs === null}
          problemCount={told.length}
          onSide={setSideOpen}
          toolbar={
            <FlowToolbar
              flow={flow}
              history={history}
              readOnly={!mayManage}
              onAdd={(type) => goOn(addStep(flow, type, selected))}
              onMove={setHistory}
              onTidy={() => change(tidied(flow))}
              onRemove={() => setDialog('remove')}
              onTry={() => setDialog('try')}
            />
          }
          canvas={
            <FlowCanvas
              flow={flow}
              problems={told}
              selected={selected}
              fresh={fresh}
              readOnly={!mayManage}
              onSelect={select}
              onChange={change}
            />
          }
          side={
            <>
              <FlowState
                flow={flow}
                problems={told}
                isUnfinished={told.length < problems.length}
                onSelect={edit}
              />
              {flow.steps.length >= MAX_STEPS && <p>{t('templates:flow.noMore', { count: MAX_STEPS })}</p>}
              <StepEditor
                // A step of its own has fields of its own.
                key={step?.id ?? ''}
                flow={flow}
                step={step}
                problems={told.filter(({ stepId }) => stepId === selected)}
                readOnly={!mayManage}
                nameOf={nameOf}
                onSelect={select}
                onChange={change}
                onDelete={(id) => {
                  change(removeSteps(flow, [id]));
                  select(null);
                  // The button goes with the step.
                  document.getElementById(CANVAS_ID)?.focus();
                }}
              />
              {!step && <p className="muted">{t('templates:flow.lead')}</p>}
            </>
          }
        >
          {saveBar}
        </Builder>
      )}
      {flow.steps.length === 0 && saveBar}
      {dialog === 'try' && (
        <Dialog title={t('templates:flow.tryTitle')} onClose={() => setDialog(null)}>
          <FlowChat
            name={bot.name}
            config={trial}
            problemAt={(stepId) => {
              const problem = problems.find((one) => one.stepId === stepId);
              return problem ? problemAtStep(flow, problem, t) : nameOf(stepId);
            }}
          />
        </Dialog>
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('templates:flow.removeTitle')}
          confirmLabel={t('templates:flow.remove')}
          busy={false}
          onConfirm={() => {
            change(null);
            setSelected(null);
            setDialog(null);
          }}
          onCancel={() => setDialog(null)}
        >
          {t('templates:flow.removeText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Of the whole page: what had the focus may be what was just deleted, or a button that has nothing left to do. */
function useUndoKeys<T>(isActive: boolean, move: (step: (history: History<T>) => History<T>) => void): void {
  useEffect(() => {
    if (!isActive) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || isWriting(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      move(key === 'y' || event.shiftKey ? redone : undone);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive, move]);
}

/** Where letters are written, undoing is the field's own. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');
}
