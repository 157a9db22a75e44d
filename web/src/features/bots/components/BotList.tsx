import { ChevronRight, FileText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Bot } from '#contract/bots/bots';
import { formatDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { Clamp } from '../../../components/Clamp';
import styles from './BotList.module.css';
import { BotStatusPill } from './BotStatusPill';

/** `heading` is the level of a bot's name on the page around; `detail`, how it does, and `action` are what that page adds to each. */
export function BotList({
  bots,
  heading: Heading = 'h2',
  detail,
  action,
}: {
  readonly bots: readonly Bot[];
  readonly heading?: 'h2' | 'h3';
  readonly detail?: (bot: Bot) => ReactNode;
  readonly action?: (bot: Bot) => ReactNode;
}) {
  const { t, language } = useTexts();
  return (
    <ul className="cards">
      {bots.map((bot) => (
        <li key={bot.id} className={`framed round lifts ${styles.card}`}>
          <div className={styles.head}>
            <BotAvatar bot={bot} />
            <div className={`shrinks ${styles.words}`}>
              <Heading>
                <Link to={`/bots/${bot.id}`} className={`plain-link covers unringed ${styles.name}`}>
                  <Clamp text={bot.name} />
                </Link>
              </Heading>
              <p className="faint">
                {t(`common:languages.${bot.language}`)} ·{' '}
                {t('common:bot.created', { date: formatDate(bot.createdAt, language) })}
              </p>
            </div>
            {action && <div className={styles.action}>{action(bot)}</div>}
          </div>
          {detail?.(bot)}
          <div className="line snug">
            {bot.documentCount > 0 && (
              <span className="muted line shrinks">
                <FileText size={16} aria-hidden="true" />
                {t('common:bot.documents', {
                  count: bot.documentCount,
                  number: formatNumber(bot.documentCount, language),
                })}
              </span>
            )}
            <BotStatusPill bot={bot} statusOnly={detail !== undefined} />
            <ChevronRight size={18} className={styles.arrow} aria-hidden="true" />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Its picture, or a bubble in the colours that visitors see. */
export function BotAvatar({ bot, large = false }: { readonly bot: Bot; readonly large?: boolean }) {
  /** Where no picture was found. */
  const [missing, setMissing] = useState<string | null>(null);
  if (bot.avatarUrl !== null && bot.avatarUrl !== missing)
    return (
      <img
        className={styles.avatar}
        data-large={large}
        src={bot.avatarUrl}
        alt=""
        loading="lazy"
        onError={() => setMissing(bot.avatarUrl)}
      />
    );
  return (
    <span
      className={styles.avatar}
      data-large={large}
      style={{ background: bot.primaryColor, color: bot.secondaryColor }}
      aria-hidden="true"
    >
      {Array.from(bot.name)[0]?.toUpperCase()}
    </span>
  );
}
