import { Alert } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Options } from '#components/form/Options.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { ExportMenu } from '#features/insight/exports/ExportMenu.tsx';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAddressView } from '#lib/use-address-view';
import { exportedOf } from '../exported';
import { botsQuery, layoutQuery, reportQuery } from '../queries';
import { type AnalyticsView, readView, type Scope, subjectsOf, type ViewName, writeView } from '../view';
import styles from './analytics.module.css';
import { CompareView } from './CompareView';
import { ConversationsView } from './ConversationsView';
import { CostView } from './CostView';
import { CustomView } from './CustomView';
import { FlowView } from './FlowView';
import { FunnelView } from './FunnelView';
import { GapsView } from './GapsView';
import { LiveView } from './LiveView';
import { OverviewView } from './OverviewView';
import { RangePicker } from './RangePicker';
import { SatisfactionView } from './SatisfactionView';
import { TopicsView } from './TopicsView';

/** Figures of all bots. */
export function AnalyticsPage() {
  const { t } = useTexts();
  return (
    <div>
      <PageHeader title={t('analytics:title')} lead={t('analytics:lead')} />
      <Analytics />
    </div>
  );
}

/** Figures of one bot, below its own heading. */
export function BotAnalyticsPage() {
  const { botId = '' } = useParams();
  return <Analytics botId={botId} />;
}

const SHOWN: Readonly<Record<ViewName, (props: { readonly scope: Scope }) => React.ReactNode>> = {
  overview: OverviewView,
  conversations: ConversationsView,
  satisfaction: SatisfactionView,
  topics: TopicsView,
  gaps: GapsView,
  funnel: FunnelView,
  flow: FlowView,
  compare: CompareView,
  cost: CostView,
  live: LiveView,
  custom: CustomView,
};
const WITHOUT_RANGE: readonly ViewName[] = ['live'];

function Analytics({ botId }: { readonly botId?: string }) {
  const { t } = useTexts();
  const [view, change] = useAddressView(readView, writeView);
  const subjects = subjectsOf(botId !== undefined);
  const views = subjects.flatMap(([, own]) => own);
  const name = views.includes(view.view) ? view.view : 'overview';
  const [subject, siblings] = subjects.find(([, own]) => own.includes(name)) ?? ['overview', []];
  const scope: Scope = botId === undefined ? view : { ...view, bots: [botId] };
  const View = SHOWN[name];
  const addressOf = (each: ViewName) => `?${writeView({ ...view, view: each })}`;
  const tabs = useRef<HTMLElement>(null);
  // On a phone the tabs scroll: the one that is shown must be among those that are seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew with each view
  useEffect(() => {
    const [tab] = tabs.current?.querySelectorAll('[aria-current=page]') ?? [];
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [name]);
  return (
    <div className="stack large">
      <nav ref={tabs} className={`pills unprinted ${styles.tabs}`} aria-label={t('analytics:subjects.label')}>
        {subjects.map(([each, [first = 'overview']]) => (
          <Link
            key={each}
            to={addressOf(first)}
            className="pill"
            aria-current={each === subject ? 'page' : undefined}
            preventScrollReset
          >
            {t(`analytics:subjects.${each}`)}
          </Link>
        ))}
      </nav>
      {siblings.length > 1 && (
        <nav className={styles.views} aria-label={t('analytics:views.label')}>
          {siblings.map((each) => (
            <Link
              key={each}
              to={addressOf(each)}
              aria-current={each === name ? 'page' : undefined}
              preventScrollReset
              className="brightens"
            >
              {t(`analytics:views.${each}`)}
            </Link>
          ))}
        </nav>
      )}
      {!WITHOUT_RANGE.includes(name) && (
        <div className="unprinted row bottom">
          <RangePicker view={view} onChange={change} />
          {botId === undefined && name !== 'compare' && (
            <BotPicker view={view} isOne={name === 'flow'} onChange={change} />
          )}
          <ExportButton name={name} scope={scope} />
        </div>
      )}
      {!WITHOUT_RANGE.includes(name) && <Behind scope={scope} />}
      <View scope={scope} />
    </div>
  );
}

/** Says that counting is late, so that nobody takes the figures for all there is. */
function Behind({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const { data } = useQuery(reportQuery(scope));
  if (!data || data.behindSince === null) return null;
  return (
    <Alert variation="warning" hasIcon={false}>
      {t('analytics:behind', { time: formatDateTime(data.behindSince, language, data.timeZone) })}
    </Alert>
  );
}

/** Exports what is shown, once the server has said which days the range means. */
function ExportButton({ name, scope }: { readonly name: ViewName; readonly scope: Scope }) {
  const { t } = useTexts();
  const { data } = useQuery(reportQuery(scope));
  const layout = useQuery({ ...layoutQuery, enabled: name === 'custom' });
  const views = exportedOf(name, layout.data?.widgets ?? []);
  if (!data || views.length === 0) return null;
  return (
    <ExportMenu
      title={t(`analytics:views.${name}`)}
      views={views}
      botIds={scope.bots.length > 0 ? data.bots.map(({ botId }) => botId) : []}
      from={data.from}
      to={data.to}
    />
  );
}

/** All bots or one, or only one where a view has no more; several are chosen where they are compared. */
function BotPicker({
  view,
  isOne,
  onChange,
}: {
  readonly view: AnalyticsView;
  readonly isOne: boolean;
  readonly onChange: (part: Partial<AnalyticsView>) => void;
}) {
  const { t } = useTexts();
  const bots = useQuery(botsQuery);
  if (!bots.data || bots.data.length < 2) return null;
  const several = !isOne && view.bots.length > 1;
  return (
    <label className={`muted stack tight shrinks ${styles.field}`}>
      {t('analytics:bot')}
      <select
        value={isOne ? (view.bots[0] ?? bots.data[0]?.id) : several ? 'several' : (view.bots[0] ?? '')}
        onChange={({ target }) => onChange({ bots: target.value === '' ? [] : [target.value] })}
      >
        {!isOne && <option value="">{t('analytics:allBots')}</option>}
        {several && (
          <option value="several" disabled>
            {t('analytics:severalBots', { count: view.bots.length })}
          </option>
        )}
        <Options of={bots.data} value={({ id }) => id}>
          {({ name }) => name}
        </Options>
      </select>
    </label>
  );
}
