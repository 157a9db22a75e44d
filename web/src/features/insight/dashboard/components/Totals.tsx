import { Sparkline } from '#components/charts/Sparkline.tsx';
import type { Dashboard } from '#contract/insight/dashboard';
import { DASHBOARD_DAYS, UPTIME_MINUTES } from '#contract/insight/health';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { ChangeNote } from '../../ChangeNote';
import styles from './Totals.module.css';

/** What the last thirty days brought, beside the thirty before. */
export function Totals({ dashboard }: { readonly dashboard: Dashboard }) {
  const { t, language } = useTexts();
  const { bots, conversations, messages, uptime, days } = dashboard;
  const number = (value: number) => formatNumber(value, language);
  return (
    <section aria-labelledby="totals">
      <h2 id="totals" className="parted-below">
        {t('dashboard:totals.title', { days: DASHBOARD_DAYS })}
      </h2>
      <dl className={`stack snug halves ${styles.totals}`}>
        <Total name={t('dashboard:totals.bots')} value={number(bots.now)} change={bots} />
        <Total
          name={t('dashboard:totals.conversations')}
          value={number(conversations.now)}
          change={conversations}
          values={days.map((day) => day.conversations)}
        />
        <Total
          name={t('dashboard:totals.messages')}
          value={number(messages.now)}
          change={messages}
          values={days.map((day) => day.messages)}
        />
        <Total
          name={t('dashboard:totals.uptime')}
          value={
            uptime.now === null ? '–' : formatPercent(Math.floor(uptime.now * 10_000) / 10_000, language)
          }
          note={
            uptime.now === null
              ? t('dashboard:totals.unchecked')
              : uptime.before === null
                ? t('dashboard:totals.firstPeriod')
                : t('dashboard:totals.uptimeBefore', { value: formatPercent(uptime.before, language) })
          }
        />
      </dl>
      <p className="note parted-above-snug">
        {t('dashboard:totals.definition', { minutes: UPTIME_MINUTES })}
      </p>
    </section>
  );
}

function Total({
  name,
  value,
  change,
  note,
  values,
}: {
  readonly name: string;
  readonly value: string;
  readonly change?: { readonly now: number; readonly before: number };
  readonly note?: string;
  readonly values?: readonly number[];
}) {
  const { language } = useTexts();
  return (
    <div className={`framed round ${styles.total}`}>
      <dt className="muted">{name}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className="note">
        {change ? (
          <ChangeNote
            metric={{ unit: 'count' }}
            now={change.now}
            before={change.before}
            format={(count) => formatNumber(count, language)}
          />
        ) : (
          note
        )}
      </dd>
      {values?.some((each) => each > 0) && (
        <dd className={styles.chart} aria-hidden="true">
          {/* Today is not over. */}
          <Sparkline values={values} isOpen />
        </dd>
      )}
    </div>
  );
}
