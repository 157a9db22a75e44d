import { Card } from '#components/Card.tsx';
import type { Usage, UsageMonth } from '#contract/accounts/usage';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { LanguageCode } from '#i18n/languages';
import styles from './usage.module.css';

const COLUMNS = ['conversations', 'bots', 'teamMembers', 'documents'] as const;

/** The months that were counted, this one first. */
export function History({ usage }: { readonly usage: Usage }) {
  const { t, language } = useTexts();
  const now: UsageMonth = {
    month: usage.periodStart.slice(0, 7),
    conversations: usage.conversations.used,
    bots: usage.bots.used,
    teamMembers: usage.teamMembers.used,
    documents: usage.documents.used,
  };
  return (
    <Card title={t('usage:history.title')} lead={t('usage:history.lead')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, also by keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: it groups no fields */}
      <div className="scroll" tabIndex={0} role="group" aria-label={t('usage:history.title')}>
        <table className={`text-m ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t('usage:history.month')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`usage:history.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[now, ...usage.history].map((month) => (
              <tr key={month.month}>
                <th scope="row" className="firm">
                  {monthName(month.month, language)}
                  {month === now && (
                    <span className={`muted ${styles.running}`}> {t('usage:history.running')}</span>
                  )}
                </th>
                {COLUMNS.map((column) => (
                  <td key={column}>{counted(month[column], language)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {usage.history.length === 0 && <p className="muted">{t('usage:history.first')}</p>}
    </Card>
  );
}

function counted(value: number | null, language: LanguageCode): string {
  return value === null ? '–' : formatNumber(value, language);
}

function monthName(month: string, language: LanguageCode): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
