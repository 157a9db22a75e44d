import { Button } from '@aws-amplify/ui-react';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LazyFeedbackDialog } from '#components/LazyFeedbackDialog.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PublicHeading } from '#components/PublicHeading.tsx';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { VERSION } from '#lib/version';
import { useVotes } from '../hooks/useVotes';
import { FeatureTabs } from './FeatureTabs';
import { LogInDialog } from './LogInDialog';
import { Milestones } from './Milestones';
import { ResultsDialog } from './ResultsDialog';
import styles from './roadmap.module.css';

export function RoadmapPage() {
  const { t } = useTexts();
  const voting = useVotes();
  const [open, setOpen] = useState<'results' | 'suggest' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PublicHeading
        title={t('roadmap:title')}
        lead={t('roadmap:lead')}
        description={t('roadmap:description')}
        above={<p className={styles.version}>{t('roadmap:version', { version: VERSION })}</p>}
      />
      <Milestones />
      <FeatureTabs voting={voting} />
      {voting.failure !== null && (
        <div className="parted-above-large">
          <ErrorNotice error={voting.failure} onRetry={voting.reload} />
        </div>
      )}
      <div className={`stack large ${styles.closing}`}>
        <section className={styles.voting}>
          <h2 className="title-m">{t('roadmap:voting.title')}</h2>
          <p>{t('roadmap:voting.text')}</p>
          <div className="row parted-above-small">
            <Button
              variation="primary"
              onClick={() => {
                voting.reload();
                setOpen('results');
              }}
            >
              {t('roadmap:voting.results')}
            </Button>
            <Button onClick={() => setOpen('suggest')}>{t('roadmap:voting.suggest')}</Button>
          </div>
        </section>
        <section className={styles.feedback}>
          <h2 className="title-m">{t('roadmap:feedback.title')}</h2>
          <p>{t('roadmap:feedback.text')}</p>
          <LinkButton to={`mailto:${config().operator.email}`}>
            <Mail size={17} aria-hidden="true" />
            {t('roadmap:feedback.action')}
          </LinkButton>
        </section>
      </div>
      {voting.asked && <LogInDialog featureId={voting.asked} onClose={voting.stopAsking} />}
      {open === 'results' && (
        <ResultsDialog
          tallies={voting.tallies}
          failure={voting.failure}
          onRetry={voting.reload}
          onClose={close}
        />
      )}
      {open === 'suggest' && <LazyFeedbackDialog type="feature_request" onClose={close} />}
    </>
  );
}
