import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { FeedbackButton } from '#components/FeedbackButton.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import { ALPHA } from '#contract/accounts/alpha';
import type { AlphaProgramme } from '#contract/accounts/alpha-programme';
import { formatDate, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { alphaQuery, useAlphaChange } from '../queries';
import styles from './settings.module.css';

/** The alpha programme: what it gives, joining and leaving it, and feedback. */
export function Alpha() {
  const { t, language } = useTexts();
  const programme = useQuery(alphaQuery);
  const gives = [
    t('settings:alpha.gives.trial', { months: ALPHA.trialMonths }),
    t('settings:alpha.gives.discount', { discount: formatPercent(ALPHA.discountPercent / 100, language) }),
    t('settings:alpha.gives.line'),
  ];
  return (
    <>
      <Card title={t('settings:alpha.title')} lead={t('settings:alpha.lead', { version: ALPHA.version })}>
        <ul>
          {gives.map((given) => (
            <li key={given}>{given}</li>
          ))}
        </ul>
        <NotLoaded query={programme} label="loading:default" lines={1} />
        {programme.data && <Membership programme={programme.data} />}
      </Card>
      <Card title={t('settings:alpha.feedback')} lead={t('settings:alpha.feedbackText')}>
        <FeedbackButton />
      </Card>
    </>
  );
}

function Membership({ programme }: { readonly programme: AlphaProgramme }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const mayEdit = usePermission('settings.edit');
  const [asks, setAsks] = useState(false);
  const joining = useAlphaChange('joinAlpha');
  const leaving = useAlphaChange('leaveAlpha');
  const { membership, givesTrial, trialEndsAt } = programme;
  const isIn = membership === 'joined';
  const fail = useErrorToast();
  return (
    <>
      <p className={styles.state}>
        <StatusPill tone={isIn ? 'good' : 'neutral'}>
          {t(isIn ? 'settings:alpha.in' : 'settings:alpha.out')}
        </StatusPill>{' '}
        {isIn && trialEndsAt && t('settings:alpha.trialUntil', { date: formatDate(trialEndsAt, language) })}
        {membership === 'closed' && t('settings:alpha.closed')}
        {membership === 'open' && !givesTrial && t('settings:alpha.back')}
      </p>
      {!mayEdit && <p className="muted">{t('settings:alpha.owner')}</p>}
      {mayEdit && membership === 'open' && (
        <Button
          variation="primary"
          isLoading={joining.isPending}
          loadingText={t('settings:alpha.join')}
          onClick={() =>
            joining.mutate(undefined, {
              onSuccess: () => toast({ kind: 'success', text: t('settings:alpha.joined') }),
              onError: fail,
            })
          }
        >
          {t('settings:alpha.join')}
        </Button>
      )}
      {mayEdit && isIn && <Button onClick={() => setAsks(true)}>{t('settings:alpha.leave')}</Button>}
      {asks && (
        <ConfirmDialog
          title={t('settings:alpha.leaveTitle')}
          confirmLabel={t('settings:alpha.leave')}
          busy={leaving.isPending}
          onCancel={() => setAsks(false)}
          onConfirm={() =>
            leaving.mutate(undefined, {
              onSuccess: () => toast({ kind: 'success', text: t('settings:alpha.left') }),
              onError: fail,
              onSettled: () => setAsks(false),
            })
          }
        >
          <p>{t('settings:alpha.leaveText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
