import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { SeriesChart } from '#components/charts/SeriesChart.tsx';
import { MOST_COMPARED } from '#contract/insight/analytics';
import { botLabel } from '#contract/insight/bot-label';
import { metricName, metricsOn } from '#contract/insight/metrics';
import { formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { formatMetric } from '../figures';
import { botsQuery, reportQuery } from '../queries';
import { readView, type Scope, writeView } from '../view';
import styles from './analytics.module.css';
import { FigureTable } from './FigureTable';
import { Loaded } from './Loaded';

const COMPARED = metricsOn('comparison');

/** Up to five bots side by side. */
export function CompareView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const [address, setAddress] = useSearchParams();
  const bots = useQuery(botsQuery);
  const chosen =
    scope.bots.length > 0 ? scope.bots : (bots.data ?? []).slice(0, MOST_COMPARED).map(({ id }) => id);
  const report = useQuery({ ...reportQuery({ ...scope, bots: chosen }), enabled: chosen.length > 0 });
  const toggle = (id: string) => {
    const next = chosen.includes(id as never) ? chosen.filter((each) => each !== id) : [...chosen, id];
    setAddress(writeView({ ...readView(address), bots: next }), { replace: true, preventScrollReset: true });
  };
  return (
    <Loaded query={bots} failed="analytics:failed.data" isEmpty={(all) => all.length === 0}>
      {(all) => (
        <>
          <fieldset className={`row loose ${styles.choices}`}>
            <legend>{t('analytics:compareBots', { count: MOST_COMPARED })}</legend>
            {all.map(({ id, name }) => {
              const isChosen = chosen.includes(id);
              return (
                <label key={id}>
                  <input
                    type="checkbox"
                    checked={isChosen}
                    // One bot stays; the sixth has no place.
                    disabled={
                      (isChosen && chosen.length === 1) || (!isChosen && chosen.length >= MOST_COMPARED)
                    }
                    onChange={() => toggle(id)}
                  />
                  {name}
                </label>
              );
            })}
          </fieldset>
          {chosen.length >= MOST_COMPARED && (
            <p className="faint">{t('analytics:mostCompared', { count: MOST_COMPARED })}</p>
          )}
          <Loaded query={report} failed="analytics:failed.data">
            {(data) => (
              <>
                <SeriesChart
                  title={t('analytics:charts.compared')}
                  kind="bar"
                  scale="share"
                  axis={t('analytics:bot')}
                  format={(value) => formatPercent(value, language)}
                  series={[
                    { key: 'resolutionRate', name: metricName('resolutionRate', language) },
                    { key: 'abstentionRate', name: metricName('abstentionRate', language) },
                  ]}
                  points={data.bots.map(({ totals, ...bot }) => ({
                    label: botLabel(bot, language),
                    values: { resolutionRate: totals.resolutionRate, abstentionRate: totals.abstentionRate },
                  }))}
                />
                <FigureTable
                  title={t('analytics:views.compare')}
                  columns={[t('analytics:bot'), ...COMPARED.map((name) => metricName(name, language))]}
                  rows={data.bots.map(({ totals, ...bot }) => [
                    botLabel(bot, language),
                    ...COMPARED.map((metric) => formatMetric(metric, totals[metric], language)),
                  ])}
                />
              </>
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}
