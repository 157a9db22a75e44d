import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Sparkline } from '#components/charts/Sparkline.tsx';
import type { AnalyticsReport, GapReport } from '#contract/insight/analytics';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { ChangeNote } from '../../ChangeNote';
import { useBehind } from '../hooks/useBehind';
import { botsQuery, gapsQuery, reportQuery } from '../queries';
import type { Scope } from '../view';
import styles from './analytics.module.css';
import { BehindLink } from './BehindLink';
import { Loaded } from './Loaded';

type Gap = GapReport['gaps'][number];

/** What visitors asked in vain in these days, whether it becomes more, and what to add. */
export function GapsView({ scope }: { readonly scope: Scope }) {
  const { t, language } = useTexts();
  const gaps = useQuery(gapsQuery(scope));
  const bots = useQuery(botsQuery);
  const report = useQuery(reportQuery(scope));
  const behind = useBehind(report.data);
  const names = new Map(bots.data?.map(({ id, name }) => [String(id), name]));
  const number = (value: number) => formatNumber(value, language);
  return (
    <Loaded
      query={gaps}
      failed="analytics:failed.topics"
      isEmpty={(data) => data.gaps.length === 0}
      empty="analytics:empty.gaps"
    >
      {(data) => (
        <>
          <p className="faint">{t('analytics:gapsLead')}</p>
          <ul className="stack snug">
            {data.gaps.map((gap) => (
              <li key={`${gap.botId} ${gap.topic}`} className={`framed round ${styles.gap}`}>
                <Asked gap={gap} bot={names.size > 1 ? names.get(gap.botId) : undefined} />
                <p>
                  <BehindLink to={behind.counted('TOPICS', gap.countedAs, undefined, gap.botId)}>
                    <strong>{number(gap.unanswered)}</strong>{' '}
                    {t('analytics:ofAsked', { asked: number(gap.asked) })}
                  </BehindLink>
                </p>
                <Trend gap={gap} until={report.data?.until ?? null} />
                <WhatToAdd gap={gap} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

/** The topic, and what was asked about it in visitors' own words. */
function Asked({ gap: { title, questions }, bot }: { readonly gap: Gap; readonly bot: string | undefined }) {
  const others = questions.filter(({ question }) => question !== title);
  return (
    <div className={styles.asked}>
      <h2>{title}</h2>
      {bot !== undefined && <p className="faint">{bot}</p>}
      {others.length > 0 && (
        <ul>
          {others.map(({ question }) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Fewer questions without an answer are better. */
function Trend({
  gap: { unanswered, previous, trend },
  until,
}: {
  readonly gap: Gap;
  readonly until: AnalyticsReport['until'];
}) {
  const { language } = useTexts();
  return (
    <div className={styles.trend}>
      {trend.length > 1 && <Sparkline values={trend} isOpen={until !== null} />}
      {previous !== null && (
        <ChangeNote
          metric={{ unit: 'count', better: 'less' }}
          now={unanswered}
          before={previous}
          format={(value) => formatNumber(value, language)}
        />
      )}
    </div>
  );
}

function WhatToAdd({ gap: { botId, title, advice } }: { readonly gap: Gap }) {
  const { t } = useTexts();
  return (
    <div className={`fine ${styles.advice}`}>
      {advice === 'extend' && <p>{t('analytics:extend', { topic: title })}</p>}
      <div className="row">
        <Link to={`/bots/${botId}/questions`}>{t('analytics:answerIt')}</Link>
        <Link to={`/bots/${botId}/knowledge`}>{t('analytics:toDocuments')}</Link>
      </div>
    </div>
  );
}
