import { Alert } from '@aws-amplify/ui-react';
import { PLANS } from '../../../../../functions/contract/plans';
import { LinkButton } from '../../../components/LinkButton';
import { useTexts } from '../../../i18n';
import { config } from '../../../lib/config';
import { rootUrl } from '../../../lib/hosts';
import { useAuth } from '../../../lib/session';
import styles from './bots.module.css';

/** The plan has no room for the documents that a duplicate would have. */
export function CopiesLimitNotice() {
  const { t } = useTexts();
  const { plan } = useAuth().account;
  return (
    <Alert variation="warning" heading={t('bots:limit.copiesHeading')}>
      {t('bots:limit.copies', { plan: t(`common:plan.${plan}`), limit: PLANS[plan].limits.documents })}
      <div className={`${styles.actions} ${styles.ways}`}>
        <LinkButton to={rootUrl('/pricing', config())}>{t('common:botLimit.plans')}</LinkButton>
      </div>
    </Alert>
  );
}
