import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { SignedInSession } from '#contract/accounts/security';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { signOutEverywhere } from '../passwords';
import { sessionsQuery, useEndOtherSessions, useEndSession } from '../queries';
import styles from './sessions.module.css';

/** Where the person is signed in, and the end of it. */
export function Sessions() {
  const { t } = useTexts();
  const sessions = useQuery(sessionsQuery);
  const items = sessions.data?.items ?? [];
  return (
    <Card title={t('settings:security.sessions')} lead={t('settings:security.sessionsText')}>
      <NotLoaded query={sessions} label="loading:default" lines={2} shape="rows" />
      {items.length > 0 && (
        <ul className={styles.sessions}>
          {items.map((session) => (
            <Session key={session.id} session={session} />
          ))}
        </ul>
      )}
      <div className="row">
        {items.some(({ isThis }) => !isThis) && <EndOthers />}
        <EndAll />
      </div>
    </Card>
  );
}

function Session({ session }: { readonly session: SignedInSession }) {
  const { t, language } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const ending = useEndSession();
  const { id, browser, system, signedInAt, lastUsedAt, isThis } = session;
  const name =
    browser && system
      ? t('settings:security.on', { browser, system })
      : (browser ?? system ?? t('settings:security.unknown'));
  return (
    <li className={`line snug apart ${styles.session}`}>
      <div className="stack tight long">
        <strong>{name}</strong>
        <span className="muted">
          {t('settings:security.lastUsed', { time: formatDateTime(lastUsedAt, language) })} ·{' '}
          {t('settings:security.signedIn', { time: formatDateTime(signedInAt, language) })}
        </span>
      </div>
      {isThis ? (
        <StatusPill tone="good">{t('settings:security.this')}</StatusPill>
      ) : (
        <Button
          size="small"
          aria-label={`${t('settings:security.end')}: ${name}`}
          isLoading={ending.isPending}
          loadingText={t('settings:security.end')}
          onClick={() =>
            ending.mutate(id, {
              onSuccess: () => toast({ kind: 'success', text: t('settings:security.ended') }),
              onError: tellError,
            })
          }
        >
          {t('settings:security.end')}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const ending = useEndOtherSessions();
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button onClick={() => setAsks(true)}>{t('settings:security.others')}</Button>
      {asks && (
        <ConfirmDialog
          title={t('settings:security.othersTitle')}
          confirmLabel={t('settings:security.others')}
          busy={ending.isPending}
          onCancel={() => setAsks(false)}
          onConfirm={() =>
            ending.mutate(undefined, {
              onSuccess: () => toast({ kind: 'success', text: t('settings:security.othersEnded') }),
              onError: tellError,
              onSettled: () => setAsks(false),
            })
          }
        >
          <p>{t('settings:security.othersText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function EndAll() {
  const { t } = useTexts();
  const { signOut } = useAuth();
  const toast = useToast();
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await signOutEverywhere();
      await signOut();
    } catch {
      setBusy(false);
      setAsks(false);
      toast({ kind: 'error', text: t('common:account.signOutError') });
    }
  };
  return (
    <>
      <Button onClick={() => setAsks(true)}>{t('settings:security.everywhere')}</Button>
      {asks && (
        <ConfirmDialog
          title={t('settings:security.everywhereTitle')}
          confirmLabel={t('settings:security.everywhere')}
          busy={isBusy}
          onCancel={() => setAsks(false)}
          onConfirm={() => void leave()}
        >
          <p>{t('settings:security.everywhereText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
