import { Button } from '@aws-amplify/ui-react';
import { LogoMark } from '#components/Logo.tsx';
import { useTexts } from '#i18n/index';
import { useTitle } from '#lib/use-title';
import styles from './ErrorScreen.module.css';

/**
 * Asks before a session is used that this window didn't ask for: a link can bring the session of whoever made the
 * link, and what a person then stores would be theirs. Whoever wants another account is asked about the one that is here.
 */
export function ContinueAs({
  email,
  why,
  busy,
  onContinue,
  onOther,
}: {
  readonly email: string;
  /** Where the session comes from. */
  readonly why: 'link' | 'here';
  readonly busy: boolean;
  readonly onContinue: () => void;
  readonly onOther: () => void;
}) {
  const { t } = useTexts();
  const title = t('common:continueAs.title', { email });
  useTitle(title);
  return (
    <div className={`centred ${styles.screen}`}>
      <LogoMark size={44} />
      <h1 className="long">{title}</h1>
      <p>{t(why === 'link' ? 'common:continueAs.link' : 'common:continueAs.here')}</p>
      <div className="row middle parted-above-snug">
        <Button
          variation="primary"
          onClick={onContinue}
          isLoading={busy}
          loadingText={t('common:continueAs.yes')}
        >
          {t('common:continueAs.yes')}
        </Button>
        <Button onClick={onOther} isDisabled={busy}>
          {t('common:continueAs.other')}
        </Button>
      </div>
    </div>
  );
}
