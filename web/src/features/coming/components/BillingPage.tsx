import { Alert } from '@aws-amplify/ui-react';
import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../../components/LinkButton';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { config } from '../../../lib/config';
import { rootUrl } from '../../../lib/hosts';
import styles from './coming.module.css';
import { Outlook } from './Outlook';
import { PlanState } from './PlanState';

/** The plan as it is; paying comes later. A checkout that was left comes back here with `canceled=true`. */
export function BillingPage() {
  const { t } = useTexts();
  const canceled = useSearchParams()[0].get('canceled') === 'true';
  return (
    <>
      <PageHeader title={t('coming:billing.title')} lead={t('coming:lead')} />
      {canceled && (
        <Alert variation="info" className={styles.notice ?? ''}>
          {t('coming:billing.canceled')}
        </Alert>
      )}
      <PlanState />
      <Outlook
        points={[t('coming:billing.first'), t('coming:billing.second'), t('coming:billing.third')]}
        today={t('coming:billing.today')}
      >
        <LinkButton to={rootUrl('/pricing', config())} variation="primary">
          {t('coming:billing.action')}
        </LinkButton>
      </Outlook>
    </>
  );
}
