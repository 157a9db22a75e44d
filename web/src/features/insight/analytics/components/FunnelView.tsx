import { useQuery } from '@tanstack/react-query';
import { FunnelChart } from '#components/charts/FunnelChart.tsx';
import type { FunnelStage } from '#contract/insight/analytics';
import type { MetricName } from '#contract/insight/metrics';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useBehind } from '../hooks/useBehind';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import { Loaded } from './Loaded';

/** Conversations of a stage are those of its metric; what came before they began has none. */
const METRIC_OF: Readonly<Partial<Record<FunnelStage, MetricName>>> = {
  started_conversation: 'conversations',
  completed: 'ended',
  escalated: 'escalated',
  provided_contact_info: 'contacts',
};

/** From a page with the widget to a visitor who can be reached, in visits; each bar is drawn to the widest. */
export function FunnelView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const report = useQuery(reportQuery(scope));
  const behind = useBehind(report.data);
  const hrefOf = (stage: FunnelStage | undefined) => {
    const metric = stage && METRIC_OF[stage];
    return metric && behind.metric(metric);
  };
  return (
    <Loaded
      query={report}
      failed="analytics:failed.funnel"
      isEmpty={({ funnel }) => funnel.every(({ count }) => count === 0)}
    >
      {({ funnel }) => (
        <>
          <p className="faint">{t('analytics:funnelLead')}</p>
          <FunnelChart
            title={t('analytics:views.funnel')}
            columns={[t('analytics:stage'), t('analytics:count'), t('analytics:lost')]}
            stages={funnel.map(({ stage, count, dropOff }) => ({
              name: t(`analytics:stages.${stage}`),
              count,
              dropOff,
            }))}
            format={(count) => formatNumber(count, language)}
            hrefOf={(place) => hrefOf(funnel[place]?.stage)}
            formatShare={(share) => formatPercent(share, language)}
          />
        </>
      )}
    </Loaded>
  );
}
