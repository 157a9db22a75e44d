import { LinkButton } from '../../../components/LinkButton';
import { PageHeader } from '../../../components/PageHeader';
import { SampleAnswer } from '../../../components/SampleAnswer';
import { useTexts } from '../../../i18n';
import { config } from '../../../lib/config';
import { rootUrl } from '../../../lib/hosts';
import { hasStoredSession } from '../../../lib/storage';
import styles from './coming.module.css';
import { Outlook } from './Outlook';

/**
 * In the place of a public page that comes later, with an example of what it is about. Who has a session in this
 * browser has an account already.
 */
export function PublicOutlook({ page }: { readonly page: 'chatDemo' | 'widgetPreview' }) {
  const { t } = useTexts();
  const signedIn = hasStoredSession();
  return (
    <div className={styles.open}>
      <PageHeader title={t(`coming:${page}.title`)} lead={t(`coming:${page}.lead`)} />
      <div className={styles.sample}>
        <SampleAnswer />
      </div>
      <Outlook
        points={[t(`coming:${page}.first`), t(`coming:${page}.second`), t(`coming:${page}.third`)]}
        today={signedIn ? t(`coming:${page}.todaySignedIn`) : t(`coming:${page}.today`)}
      >
        {signedIn ? (
          <LinkButton to="/bots" variation="primary">
            {t('coming:open.toBots')}
          </LinkButton>
        ) : (
          <>
            <LinkButton to={rootUrl('/auth/signup', config())} variation="primary">
              {t('coming:open.signUp')}
            </LinkButton>
            <LinkButton to={rootUrl('/', config())}>{t('coming:open.toStart')}</LinkButton>
          </>
        )}
      </Outlook>
    </div>
  );
}
