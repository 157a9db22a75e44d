import { useQuery } from '@tanstack/react-query';
import { FunnelChart } from '#components/charts/FunnelChart.tsx';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { Loaded } from './Loaded';

/** From a page with the widget to a visitor who can be reached, in visits; each bar is drawn to the widest. */
export function FunnelView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  return (
    <Loaded
      query={report}
      failed="analytics:failed.funnel"
      isEmpty={({ funnel }) => funnel.every(({ count }) => count === 0)}
    >
      {({ funnel }) => (
        <>
          <p className={styles.span}>{t('analytics:funnelLead')}</p>
          <FunnelChart
            title={t('analytics:views.funnel')}
            columns={[t('analytics:stage'), t('analytics:count'), t('analytics:lost')]}
            stages={funnel.map(({ stage, count, dropOff }) => ({
              name: t(`analytics:stages.${stage}`),
              count,
              dropOff,
            }))}
            format={(count) => formatNumber(count, language)}
            formatShare={(share) => formatPercent(share, language)}
          />
        </>
      )}
    </Loaded>
  );
}
