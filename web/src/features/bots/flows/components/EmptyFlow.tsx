import { Button } from '@aws-amplify/ui-react';
import { Workflow } from 'lucide-react';
import { EmptyState } from '#components/EmptyState.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { useTexts } from '#i18n/index';
import { addStep, EMPTY_FLOW } from '../edit';
import styles from './flows.module.css';

/** Where there is no flow yet: begins one with a message, or leads to the templates. */
export function EmptyFlow({
  mayManage,
  onBegin,
}: {
  readonly mayManage: boolean;
  readonly onBegin: (begun: ReturnType<typeof addStep>) => void;
}) {
  const { t } = useTexts();
  const begin = () => {
    const added = addStep(EMPTY_FLOW, 'message', null);
    const steps = added.flow.steps.map((one) =>
      one.type === 'message' ? { ...one, text: t('templates:flow.firstMessage') } : one,
    );
    onBegin({ ...added, flow: { ...added.flow, steps } });
  };
  return (
    <EmptyState
      icon={<Workflow size={30} />}
      title={t('templates:flow.emptyTitle')}
      action={
        mayManage && (
          <span className={styles.actions}>
            <Button variation="primary" onClick={begin}>
              {t('templates:flow.begin')}
            </Button>
            <LinkButton to="/templates">{t('templates:flow.templates')}</LinkButton>
          </span>
        )
      }
    >
      {t('templates:flow.emptyText')}
    </EmptyState>
  );
}
