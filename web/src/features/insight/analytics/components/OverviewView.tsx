import { useQuery } from '@tanstack/react-query';
import { useTexts } from '#i18n/index';
import { reportQuery } from '../queries';
import type { Scope } from '../view';
import { Loaded } from './Loaded';
import { MetricCards } from './MetricCard';
import { ReportSpan } from './ReportSpan';
import { TrendChart } from './TrendChart';

export function OverviewView({ scope }: { readonly scope: Scope }) {
  const { t } = useTexts();
  const report = useQuery(reportQuery(scope));
  return (
    <Loaded
      query={report}
      failed="analytics:failed.data"
      isEmpty={({ totals, previous }) =>
        totals.conversations + previous.conversations + totals.visits + previous.visits === 0
      }
    >
      {(data) => (
        <>
          <ReportSpan report={data} />
          <MetricCards view="overview" report={data} />
          <TrendChart
            report={data}
            names={['conversations', 'resolved']}
            title={t('analytics:charts.conversations')}
          />
          <TrendChart
            report={data}
            names={['answered', 'abstained']}
            kind="stacked"
            title={t('analytics:charts.answers')}
          />
        </>
      )}
    </Loaded>
  );
}
