import { useQueryClient } from '@tanstack/react-query';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { FeedbackButton } from '#components/FeedbackButton.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { ContactForm } from '#features/site/contact/components/ContactForm.tsx';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { submissionsQuery } from '../queries';
import styles from './help.module.css';
import { Submissions } from './Submissions';

/** The form of a message to the operator, and what became of what was written before. */
export function ContactPage() {
  const { t } = useTexts();
  const { account } = useAuth();
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: submissionsQuery.queryKey });
  return (
    <div>
      <Breadcrumbs trail={[{ to: '/help', name: t('help:title') }]} here={t('help:contact.title')} />
      <PageHeader title={t('help:contact.title')} lead={t('help:contact.lead')}>
        <FeedbackButton onSent={refresh} />
      </PageHeader>
      <div className={`stack wide top ${styles.write}`}>
        <div>
          <ContactForm onSent={refresh} />
          <p className="faint parted-above-snug">
            {t('help:contact.plan', { plan: t(`common:plan.${account.plan}`) })}
          </p>
        </div>
        <Submissions />
      </div>
    </div>
  );
}
