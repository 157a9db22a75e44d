import { Alert } from '@aws-amplify/ui-react';
import { lazy, Suspense, useState } from 'react';
import { useOutletContext } from 'react-router-dom';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import type { Bot } from '#contract/bots/bots';
import { tidied } from '#core/bots/flow/layout';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { addStep, EMPTY_FLOW } from '../edit';
import { useFlowSaving } from '../use-flow-saving';
import { useFlowWriting } from '../use-flow-writing';
import { useUndoKeys } from '../use-undo-keys';
import { Builder } from './Builder';
import { EmptyFlow } from './EmptyFlow';
import { FlowCanvas } from './FlowCanvas';
import { FlowSaveBar } from './FlowSaveBar';
import { FlowSide } from './FlowSide';
import { FlowToolbar } from './FlowToolbar';
import styles from './flows.module.css';
import { TryFlow } from './TryFlow';

const FlowConflicts = lazy(async () => ({ default: (await import('./FlowConflicts')).FlowConflicts }));

/** The builder of a bot's flow: the steps on a canvas, the chosen one beside it, and what is wrong above. */
export function FlowPage() {
  const { t } = useTexts();
  const bot = useOutletContext<Bot>();
  const mayManage = usePermission('bots.manage');
  const [dialog, setDialog] = useState<'try' | 'remove' | null>(null);
  const [isSideOpen, setSideOpen] = useState(true);
  const { history, setHistory, problems, told, selected, fresh, change, select, ...writing } =
    useFlowWriting(bot);
  const stored = history.present;
  const flow = stored ?? EMPTY_FLOW;
  const saving = useFlowSaving(bot, stored, change);
  const { isDirty, theirs, conflicts } = saving;
  const edit = (id: string) => {
    select(id);
    setSideOpen(true);
  };
  const goOn = (added: ReturnType<typeof addStep>) => {
    writing.goOn(added);
    setSideOpen(true);
  };
  useUndoKeys(mayManage && dialog === null, setHistory);

  const saveBar = mayManage && isDirty && <FlowSaveBar saving={saving} />;
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
        <EmptyFlow mayManage={mayManage} onBegin={goOn} />
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
            <FlowSide
              flow={flow}
              told={told}
              isUnfinished={told.length < problems.length}
              selected={selected}
              readOnly={!mayManage}
              onSelect={select}
              onEdit={edit}
              onChange={change}
            />
          }
        >
          {saveBar}
        </Builder>
      )}
      {flow.steps.length === 0 && saveBar}
      {dialog === 'try' && (
        <TryFlow bot={bot} flow={flow} problems={problems} onClose={() => setDialog(null)} />
      )}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('templates:flow.removeTitle')}
          confirmLabel={t('templates:flow.remove')}
          busy={false}
          onConfirm={() => {
            change(null);
            select(null);
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
