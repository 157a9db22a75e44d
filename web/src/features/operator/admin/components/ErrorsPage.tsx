import { Button } from '@aws-amplify/ui-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { Segmented } from '#components/Segmented.tsx';
import type { ClientErrorGroup, ClientErrorStatus } from '#contract/site/client-errors';
import { formatDateTime, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { clientErrorsQuery, useActOnError } from '../queries';
import styles from './admin.module.css';
import { Listing } from './Listing';

const STATUSES = ['open', 'resolved', 'ignored'] as const;

/** What went wrong in people's browsers. */
export function ErrorsPage() {
  const { t } = useTexts();
  const [status, setStatus] = useState<ClientErrorStatus>('open');
  const errors = useInfiniteQuery(clientErrorsQuery(status));
  return (
    <Card
      title={t('admin:errors.title')}
      lead={t('admin:errors.lead')}
      action={
        <Button
          onClick={() => void errors.refetch()}
          isLoading={errors.isRefetching}
          loadingText={t('admin:reload')}
        >
          {t('admin:reload')}
        </Button>
      }
    >
      <div className={styles.filters}>
        <Segmented
          label={t('admin:status')}
          value={status}
          options={STATUSES.map((value) => ({ value, label: t(`admin:errors.statuses.${value}`) }))}
          onChange={setStatus}
        />
      </div>
      <Listing
        query={errors}
        wordsOf={({ message, page }) => [message, page]}
        empty={{
          icon: <ShieldCheck size={28} />,
          title: t(status === 'open' ? 'admin:errors.none' : 'admin:errors.noneOfStatus'),
          text: t('admin:errors.noneText'),
        }}
      >
        {(group) => <Group key={group.id} group={group} />}
      </Listing>
    </Card>
  );
}

function Group({ group }: { readonly group: ClientErrorGroup }) {
  const { t, language } = useTexts();
  const act = useActOnError();
  const { id, name, message, count, firstSeen, lastSeen, page, release, userAgent, stack, status } = group;
  const facts = [
    [t('admin:errors.firstSeen'), formatDateTime(firstSeen, language)],
    [t('admin:errors.page'), page],
    [t('admin:errors.release'), release ?? t('admin:errors.unknown')],
    [t('admin:errors.language'), t(`common:languages.${group.language}`)],
    [t('admin:errors.browser'), userAgent],
  ] as const;
  const actions = status === 'open' ? (['resolve', 'ignore'] as const) : (['reopen'] as const);
  return (
    <li>
      <details className={`ruled ${styles.group}`}>
        <summary className="pressable">
          <ChevronRight className={`turns ${styles.mark}`} size={18} aria-hidden="true" />
          <span className="text-m long">
            <strong>{name}</strong> {message}
          </span>
          <span className={`muted ${styles.groupMeta}`}>
            {t('admin:errors.times', { count, number: formatNumber(count, language) })} ·{' '}
            {formatDateTime(lastSeen, language)}
          </span>
        </summary>
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt className="muted">{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {stack && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
          <section className={styles.stack} aria-label={t('admin:errors.stack')} tabIndex={0}>
            <pre>{stack}</pre>
          </section>
        )}
        <div className={`row small ${styles.groupActions}`}>
          {actions.map((action) => (
            <Button
              key={action}
              size="small"
              isDisabled={act.isPending}
              onClick={() => act.mutate({ id, action })}
            >
              {t(`admin:errors.${action}`)}
            </Button>
          ))}
        </div>
      </details>
    </li>
  );
}
