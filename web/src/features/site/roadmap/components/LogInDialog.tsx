import { useLocation } from 'react-router-dom';
import { Dialog } from '#components/Dialog.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { type FeatureId, ROADMAP } from '#contract/site/roadmap';
import { useTexts } from '#i18n/index';
import { signInPath } from '#lib/session/return-path';
import { queryOf } from '../tabs';
import styles from './roadmap.module.css';

/** To a stranger who wants to vote. The way back leads to the feature's tab. */
export function LogInDialog({
  featureId,
  onClose,
}: {
  readonly featureId: FeatureId;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const query = new URLSearchParams(queryOf(ROADMAP[featureId].status));
  const redirect = query.size > 0 ? `${pathname}?${query}` : pathname;
  return (
    <Dialog title={t('roadmap:logIn.title')} size="small" onClose={onClose}>
      <p className={styles.explain}>
        {t('roadmap:logIn.text', { title: t(`roadmap:features.${featureId}.title`) })}
      </p>
      <div className="row parted-above-small">
        <LinkButton to={signInPath(redirect)} variation="primary">
          {t('roadmap:logIn.action')}
        </LinkButton>
        <LinkButton to={`/auth/register?${new URLSearchParams({ redirect })}`}>
          {t('roadmap:logIn.signUp')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
