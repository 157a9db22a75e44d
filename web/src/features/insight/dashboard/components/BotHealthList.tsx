import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { type Dashboard, GRAVE_REASONS, type HealthReason } from '#contract/insight/dashboard';
import { useTexts } from '#i18n/index';
import styles from './BotHealthList.module.css';

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

/** How each bot is, and for each reason to worry the page that mends it. */
export function BotHealthList({ health }: { readonly health: Dashboard['health'] }) {
  const { t } = useTexts();
  // What needs somebody first.
  const sorted = [...health].sort((a, b) => gravity(b.reasons) - gravity(a.reasons));
  return (
    <Card title={t('dashboard:health.title')} lead={t('dashboard:health.lead')}>
      <ul className={styles.list}>
        {sorted.map(({ botId, name, reasons }) => (
          <li key={botId} className={styles.bot}>
            <div className={styles.head}>
              <Link to={`/bots/${botId}`} className={styles.name}>
                {name}
              </Link>
              <StatusPill tone={(['good', 'warn', 'bad'] as const)[gravity(reasons)] ?? 'bad'}>
                {t(`dashboard:health.${(['well', 'look', 'act'] as const)[gravity(reasons)] ?? 'act'}`)}
              </StatusPill>
            </div>
            {reasons.length > 0 && (
              <ul className={styles.reasons}>
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
            )}
          </li>
        ))}
      </ul>
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
