import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { Muted } from '#components/layout.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import type { Dashboard } from '#contract/insight/dashboard';
import { GRAVE_REASONS, type HealthReason } from '#contract/insight/health';
import { useWaitingConversations } from '#features/conversations/hooks/useWaitingConversations.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './WhatWaits.module.css';

/** Where a reason is mended, below the bot's page. */
const MENDED_AT: Readonly<Record<HealthReason, string>> = {
  answers_failed: '/conversations',
  paused: '',
  not_published: '',
  no_documents: '/knowledge',
  documents_failed: '/knowledge',
  many_unanswered: '/questions',
  not_seen: '/settings/deployment',
  unpublished_changes: '',
};

/** What somebody has to do: visitors that wait for a person first, then what keeps a bot from doing well. */
export function WhatWaits({ health }: { readonly health: Dashboard['health'] }) {
  const { t, language } = useTexts();
  const waiting = useWaitingConversations();
  const sorted = health
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => gravity(b.reasons) - gravity(a.reasons));
  const well = health.length - sorted.length;
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  return (
    <Card title={t('dashboard:waits.title')}>
      <ul className="divided entries">
        {waiting > 0 && (
          <li className={styles.bot}>
            <div className="line snug apart">
              <Link to="/conversations" className={styles.name}>
                {t('dashboard:waits.conversations', counted(waiting))}
              </Link>
              <StatusPill tone="bad">{t('dashboard:health.act')}</StatusPill>
            </div>
          </li>
        )}
        {sorted.map(({ botId, name, reasons }) => (
          <li key={botId} className={styles.bot}>
            <div className="line snug apart">
              <Link to={`/bots/${botId}`} className={styles.name}>
                {name}
              </Link>
              <StatusPill tone={gravity(reasons) === 2 ? 'bad' : 'warn'}>
                {t(gravity(reasons) === 2 ? 'dashboard:health.act' : 'dashboard:health.look')}
              </StatusPill>
            </div>
            <ul className="muted stack small parted-above-small">
              {reasons.map((reason) => (
                <li key={reason}>
                  {t(`dashboard:reason.${reason}.text`)}{' '}
                  <Link to={`/bots/${botId}${MENDED_AT[reason]}`} className={styles.mend}>
                    {t(`dashboard:reason.${reason}.mend`)}
                    <ArrowRight size={14} aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {waiting === 0 && sorted.length === 0 && <Muted>{t('dashboard:waits.nothing')}</Muted>}
      {well > 0 && <Muted>{t('dashboard:waits.well', counted(well))}</Muted>}
    </Card>
  );
}

/** 0: well, 1: to be looked at, 2: visitors get no good answer. */
function gravity(reasons: readonly HealthReason[]): 0 | 1 | 2 {
  if (reasons.length === 0) return 0;
  // What no visitor sees fails nobody.
  if (reasons.includes('not_published')) return 1;
  return reasons.some((reason) => GRAVE_REASONS.includes(reason)) ? 2 : 1;
}
