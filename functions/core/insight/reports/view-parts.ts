import type { Language } from '#contract/accounts/profile';
import type { AccountId, BotId } from '#contract/base/ids';
import type { AnalyticsReport, RatingPage } from '#contract/insight/analytics';
import { botLabel } from '#contract/insight/bot-label';
import { countBuckets, timeBuckets } from '#contract/insight/buckets';
import { changeOf, changeText } from '#contract/insight/change';
import { ESCALATION_NAMES } from '#contract/insight/escalation-names';
import {
  DAILY_NAMES,
  METRICS,
  type Metric,
  type MetricName,
  metricName,
  metricsOn,
} from '#contract/insight/metrics';
import type { Period } from '#contract/insight/report-period';
import type { ReportView } from '#contract/insight/reports';
import type { Clock } from '#platform/clock';
import { flowReport } from '../analytics/flow';
import { forecast } from '../analytics/forecast';
import { gapReport } from '../analytics/gaps';
import { listRatings } from '../analytics/ratings';
import { analyticsReport } from '../analytics/report';
import { topicReport } from '../analytics/topics';
import type { ChartPart, MetricsPart, ReportPart, Row } from './report';
import {
  atOf,
  chartOf,
  type Entry,
  entriesOf,
  figureOf,
  isByHour,
  kindOf,
  perDay,
  table,
  tabled,
} from './view-figures';
import { VIEW_TEXTS, type ViewTexts } from './view-texts';

export interface ViewScope {
  readonly clock: Clock;
  readonly accountId: AccountId;
  readonly period: Period;
  /** Of whom it is; empty: of all bots. */
  readonly botIds: readonly BotId[];
  /** All that it may be about, with their names. */
  readonly bots: readonly { readonly botId: BotId; readonly name: string; readonly isDeleted: boolean }[];
  readonly language: Language;
  readonly metrics: boolean;
  readonly charts: boolean;
}

/** The views of the analytics as parts of a report, read by the use cases that the dashboard reads. */
export class ViewParts {
  readonly #scope: ViewScope;
  readonly #texts: ViewTexts;
  #figures: Promise<AnalyticsReport> | undefined;

  constructor(scope: ViewScope) {
    this.#scope = scope;
    this.#texts = VIEW_TEXTS[scope.language];
  }

  async of(view: ReportView): Promise<readonly ReportPart[]> {
    const { metrics, charts } = this.#scope;
    const isIn = { metrics, chart: charts, table: true, transcript: true } as const;
    return (await this.#all(view)).filter(({ type }) => isIn[type]);
  }

  #all(view: ReportView): Promise<readonly ReportPart[]> {
    switch (view) {
      case 'overview':
        return this.#overview();
      case 'conversations':
        return this.#conversations();
      case 'satisfaction':
        return this.#satisfaction();
      case 'topics':
        return this.#topics();
      case 'funnel':
        return this.#funnel();
      case 'flow':
        return this.#flow();
      case 'comparison':
        return this.#comparison();
      case 'gaps':
        return this.#gaps();
      case 'forecast':
        return this.#forecast();
      case 'cost':
        return this.#cost();
    }
  }

  async #overview(): Promise<readonly ReportPart[]> {
    const { words } = this.#texts;
    const report = await this.#report();
    return [
      this.#metrics('overview', report),
      perDay(report, {
        key: 'per_day',
        title: words.perDay,
        kind: 'integer',
        series: [
          { key: 'conversations', label: this.#name('conversations') },
          { key: 'messages', label: this.#name('messages') },
        ],
        isTabled: true,
      }),
      table(
        'overview_days',
        words.figuresPerDay,
        [
          isByHour(report) ? ['hour', words.hour, 'text'] : ['day', words.day, 'day'],
          ...DAY_COLUMNS.map((name) => [name, this.#name(name), kindOf(name)] as const),
        ],
        report.series.map((part) => [atOf(part), ...DAY_COLUMNS.map((name) => figureOf(name, part[name]))]),
      ),
    ];
  }

  async #conversations(): Promise<readonly ReportPart[]> {
    const { words, languages } = this.#texts;
    const escalations = ESCALATION_NAMES[this.#scope.language];
    const report = await this.#report();
    const bar = (key: string, title: string, entries: readonly Entry[], shape: ChartPart['shape'] = 'bars') =>
      chartOf(key, title, shape, 'integer', entries);
    return [
      this.#metrics('conversations', report),
      bar(
        'hours',
        words.hours,
        report.hours.map((value, hour) => ({ name: String(hour), value })),
      ),
      bar('lengths', words.lengths, entriesOf(report.lengths, countBuckets(report.lengths))),
      bar(
        'response_times',
        words.responseTimes,
        entriesOf(report.responseTimes, timeBuckets(report.responseTimes, this.#scope.language)),
      ),
      bar(
        'languages',
        words.languagesTitle,
        report.languages.map(({ language, count }) => ({ name: languages[language], value: count })),
        'shares',
      ),
      bar(
        'pages',
        words.pages,
        report.pages.map(({ name, count }) => ({ name, value: count })),
        'ranking',
      ),
      bar(
        'escalations',
        words.escalationsTitle,
        report.escalations.map(({ name, count }) => ({ name: escalations[name] ?? name, value: count })),
        'ranking',
      ),
    ];
  }

  async #satisfaction(): Promise<readonly ReportPart[]> {
    const { words } = this.#texts;
    const report = await this.#report();
    return [
      this.#metrics('satisfaction', report),
      chartOf(
        'stars',
        words.stars,
        'bars',
        'integer',
        report.stars.map(({ stars, count }) => ({ name: '★'.repeat(stars), value: count })),
      ),
      perDay(report, {
        key: 'satisfaction_per_day',
        title: words.starsPerDay,
        kind: 'decimal',
        most: 5,
        series: [{ key: 'satisfaction', label: this.#name('satisfaction') }],
      }),
      table(
        'ratings',
        words.ratings,
        [
          ['startedAt', words.startedAt, 'instant'],
          ['bot', words.bot, 'text'],
          ['stars', this.#name('satisfaction'), 'integer'],
          ['comment', words.comment, 'text'],
          ['conversation', words.conversation, 'text'],
        ],
        this.#ratings(),
      ),
    ];
  }

  async *#ratings(): AsyncIterable<Row> {
    const { clock } = this.#scope;
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page: RatingPage = await listRatings(clock, this.#scope, {
        ...this.#query(),
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      });
      for (const { startedAt, botId, stars, comment, conversationId } of page.items)
        yield [startedAt, this.#nameOf(botId), stars, comment, conversationId];
      cursor = page.cursor;
    }
  }

  async #topics(): Promise<readonly ReportPart[]> {
    const { words, views } = this.#texts;
    const { clock } = this.#scope;
    const { topics } = await topicReport(clock, this.#scope, this.#query());
    return [
      tabled(
        chartOf(
          'topics',
          views.topics,
          'ranking',
          'integer',
          topics.map(({ title, asked }) => ({ name: title, value: asked })),
        ),
      ),
      table(
        'topics_table',
        views.topics,
        [
          ['topic', words.topic, 'text'],
          ['bot', words.bot, 'text'],
          ['asked', words.asked, 'integer'],
          ['previous', words.previous, 'integer'],
          ['share', words.share, 'percent'],
          ['unanswered', words.unanswered, 'integer'],
          ['major', words.major, 'boolean'],
        ],
        topics.map(({ title, botId, asked, previous, share, unanswered, major }) => [
          title,
          this.#nameOf(botId),
          asked,
          previous,
          share,
          unanswered,
          major,
        ]),
      ),
    ];
  }

  async #funnel(): Promise<readonly ReportPart[]> {
    const { words, views, funnel } = this.#texts;
    const report = await this.#report();
    const title = `${views.funnel} (${words.inVisits})`;
    const stages = report.funnel.map((stage) => ({ ...stage, name: funnel[stage.stage] }));
    return [
      tabled(
        chartOf(
          'funnel',
          title,
          'ranking',
          'integer',
          stages.map(({ name, count }) => ({ name, value: count })),
        ),
      ),
      table(
        'funnel_table',
        title,
        [
          ['stage', words.stage, 'text'],
          ['count', words.count, 'integer'],
          ['dropOff', words.dropOff, 'percent'],
        ],
        stages.map(({ name, count, dropOff }) => [name, count, dropOff]),
      ),
    ];
  }

  async #flow(): Promise<readonly ReportPart[]> {
    const { words, views } = this.#texts;
    const { clock, period, bots } = this.#scope;
    const columns = [
      ['step', words.step, 'text'],
      ['reached', words.reached, 'integer'],
      ['stopped', words.stopped, 'integer'],
      ['dropOff', words.dropOff, 'percent'],
    ] as const;
    const parts: ReportPart[] = [];
    for (const { botId, name } of bots.filter(({ isDeleted }) => !isDeleted).slice(0, MOST_FLOWS)) {
      const { steps } = await flowReport(clock, this.#scope, { range: 'custom', ...period, botId });
      if (steps.length === 0) continue;
      parts.push(
        table(
          `flow_${botId}`,
          `${views.flow}: ${name}`,
          columns,
          steps.map(({ title, reached, stopped }) => [
            title ?? words.goneStep,
            reached,
            stopped,
            reached > 0 ? stopped / reached : null,
          ]),
        ),
      );
    }
    // Where no bot has a flow that anybody went through, the report says so.
    return parts.length > 0 ? parts : [table('flow', views.flow, columns, [])];
  }

  async #comparison(): Promise<readonly ReportPart[]> {
    const { words, views } = this.#texts;
    const { bots } = await this.#report();
    return [
      tabled(
        chartOf(
          'comparison',
          `${views.comparison}: ${this.#name('conversations')}`,
          'ranking',
          'integer',
          bots.map((bot) => ({ name: this.#label(bot), value: bot.totals.conversations })),
        ),
      ),
      table(
        'comparison_table',
        views.comparison,
        [
          ['bot', words.bot, 'text'],
          ...metricsOn('comparison').map((name) => [name, this.#name(name), kindOf(name)] as const),
        ],
        bots.map(({ totals, ...bot }) => [
          this.#label(bot),
          ...metricsOn('comparison').map((metric) => figureOf(metric, totals[metric])),
        ]),
      ),
    ];
  }

  async #gaps(): Promise<readonly ReportPart[]> {
    const { words, views } = this.#texts;
    const { gaps } = await gapReport(this.#scope.clock, this.#scope, this.#query());
    return [
      tabled(
        chartOf(
          'gaps',
          views.gaps,
          'ranking',
          'integer',
          gaps.slice(0, 10).map(({ title, unanswered }) => ({ name: title, value: unanswered })),
        ),
      ),
      table(
        'gaps_table',
        views.gaps,
        [
          ['topic', words.topic, 'text'],
          ['bot', words.bot, 'text'],
          ['unanswered', words.unanswered, 'integer'],
          ['previous', words.previous, 'integer'],
          ['asked', words.asked, 'integer'],
          ['advice', words.advice, 'text'],
          ['questions', words.questions, 'text'],
        ],
        gaps.map(({ title, botId, unanswered, previous, asked, advice, questions }) => [
          title,
          this.#nameOf(botId),
          unanswered,
          previous,
          asked,
          words[advice],
          questions.map(({ question }) => question).join(' · ') || null,
        ]),
      ),
    ];
  }

  async #forecast(): Promise<readonly ReportPart[]> {
    const { words, views } = this.#texts;
    const { used, limit, expected } = await forecast(this.#scope.clock, this.#scope);
    const metric = (key: string, label: string, value: number | null) => ({
      key,
      label,
      kind: 'integer' as const,
      value,
    });
    return [
      {
        type: 'metrics',
        key: 'forecast',
        title: views.forecast,
        metrics: [
          metric('used', words.used, used),
          metric('expected', words.expected, expected),
          metric('limit', words.limit, limit > 0 ? limit : null),
        ],
      },
    ];
  }

  async #cost(): Promise<readonly ReportPart[]> {
    const { words } = this.#texts;
    const report = await this.#report();
    return [
      this.#metrics('cost', report),
      perDay(report, {
        key: 'cost_per_day',
        title: words.costPerDay,
        kind: 'usd',
        series: [{ key: 'costUsd', label: this.#name('costUsd') }],
      }),
    ];
  }

  #metrics(view: ReportView, { totals, previous }: AnalyticsReport): MetricsPart {
    const { views } = this.#texts;
    return {
      type: 'metrics',
      key: view,
      title: views[view],
      metrics: metricsOn(view).map((name) => ({
        key: name,
        label: this.#name(name),
        kind: kindOf(name),
        value: figureOf(name, totals[name]),
        previous: figureOf(name, previous[name]),
        ...this.#change(name, totals[name], previous[name]),
      })),
    };
  }

  #change(name: MetricName, now: number | null, before: number | null): { readonly change?: string } {
    const { unit } = METRICS[name];
    const change = changeOf(unit, now, before);
    return change ? { change: changeText(change, unit, this.#scope.language) } : {};
  }

  /** Read once for all views that are made of it. */
  #report(): Promise<AnalyticsReport> {
    this.#figures ??= analyticsReport(this.#scope.clock, this.#scope, this.#query());
    return this.#figures;
  }

  #query() {
    const { period, botIds } = this.#scope;
    return { range: 'custom' as const, ...period, ...(botIds.length > 0 && { bots: [...botIds] }) };
  }

  #name(metric: MetricName): string {
    return metricName(metric, this.#scope.language);
  }

  #label(bot: Parameters<typeof botLabel>[0]): string {
    return botLabel(bot, this.#scope.language);
  }

  #nameOf(botId: string): string {
    return (
      this.#scope.bots.find((bot) => bot.botId === botId)?.name ?? this.#label({ name: '', isDeleted: true })
    );
  }
}

/** Bots whose flows one report shows. */
const MOST_FLOWS = 20;

/** What is counted of a day's conversations. */
const DAY_COLUMNS = DAILY_NAMES.filter((name) => {
  const { unit, shows }: Metric = METRICS[name];
  return unit === 'count' && (shows.includes('overview') || shows.includes('conversations'));
});
