import { useQuery } from '@tanstack/react-query';
import { WaysChart } from '#components/charts/WaysChart.tsx';
import { FLOW_END } from '#contract/insight/analytics';
import { metricName } from '#contract/insight/metrics';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { botsQuery, flowQuery } from '../queries';
import type { Scope } from '../view';
import { FigureTable } from './FigureTable';
import { Loaded } from './Loaded';

/** How conversations went through a bot's flow. A flow is a bot's: the address names one, or the first is meant. */
export function FlowView({ scope }: { readonly scope: Scope }) {
  const bots = useQuery(botsQuery);
  const [only] = scope.bots;
  if (only !== undefined) return <Flow scope={scope} botId={only} />;
  return (
    <Loaded query={bots} failed="analytics:failed.data" isEmpty={(all) => all.length === 0}>
      {([first]) => first && <Flow scope={scope} botId={first.id} />}
    </Loaded>
  );
}

function Flow({ scope, botId }: { readonly scope: Scope; readonly botId: string }) {
  const { t, language } = useTexts();
  const flow = useQuery(flowQuery(scope, botId));
  const number = (value: number) => formatNumber(value, language);
  return (
    <Loaded
      query={flow}
      failed="analytics:failed.data"
      isEmpty={({ steps }) => steps.length === 0}
      empty="analytics:empty.flow"
    >
      {({ steps, links }) => {
        const titles = new Map(steps.map(({ id, title }) => [id, title ?? id]));
        const nameOf = (id: string) => (id === FLOW_END ? t('analytics:flowEnd') : (titles.get(id) ?? id));
        return (
          <>
            {links.length > 0 && (
              <WaysChart
                title={t('analytics:charts.ways')}
                ways={links}
                nameOf={nameOf}
                table={{
                  columns: [t('analytics:way'), metricName('conversations', language)],
                  rows: links.map(({ from, to, count }) => [
                    `${nameOf(from)} → ${nameOf(to)}`,
                    number(count),
                  ]),
                }}
              />
            )}
            <FigureTable
              title={t('analytics:steps')}
              columns={[t('analytics:step'), t('analytics:reached'), t('analytics:stopped')]}
              rows={steps
                .filter(({ id }) => id !== FLOW_END)
                .map(({ id, reached, stopped }) => [
                  nameOf(id),
                  number(reached),
                  `${number(stopped)} (${formatPercent(reached > 0 ? stopped / reached : 0, language)})`,
                ])}
            />
          </>
        );
      }}
    </Loaded>
  );
}
