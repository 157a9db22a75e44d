import { Alert } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { formatDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { lackingKnowledge } from '../health';
import { useCurrentBot } from '../hooks/useBot';
import styles from './bots.module.css';
import { EmbedCard } from './EmbedCard';
import { TryBot } from './TryBot';

export function BotOverview() {
  const { t, language } = useTexts();
  const bot = useCurrentBot();
  const mayManage = usePermission('bots.manage');
  const lacking = lackingKnowledge(bot);
  return (
    <div className="stack wide">
      {lacking === 'noDocuments' && mayManage && (
        <Alert variation="info">
          {t('bots:overview.noDocuments')} <Link to="knowledge">{t('bots:overview.upload')}</Link>
        </Alert>
      )}
      {(lacking === 'noneRead' || lacking === 'someUnread') && (
        <Alert variation={lacking === 'noneRead' ? 'error' : 'warning'}>
          {lacking === 'noneRead'
            ? t('bots:overview.noneRead')
            : t('bots:overview.someUnread', { count: bot.failedDocumentCount })}{' '}
          <Link to="knowledge">{t('bots:overview.why')}</Link>
        </Alert>
      )}
      <Card title={t('bots:overview.knowledge')}>
        <dl className={`stack ${styles.figures}`}>
          <div>
            <dt className="muted">{t('bots:overview.documents')}</dt>
            <dd>{formatNumber(bot.documentCount, language)}</dd>
          </div>
          <div>
            <dt className="muted">{t('bots:overview.passages')}</dt>
            <dd>{formatNumber(bot.passageCount, language)}</dd>
          </div>
          <div>
            <dt className="muted">{t('bots:overview.changed')}</dt>
            <dd>{formatDate(bot.updatedAt, language)}</dd>
          </div>
          <div>
            <dt className="muted">{t('bots:overview.version')}</dt>
            <dd>{bot.publishedVersion ?? t('bots:overview.unpublished')}</dd>
          </div>
        </dl>
      </Card>
      <TryBot bot={bot} />
      {/* Anew when its mode was changed elsewhere: the card keeps its own choice. */}
      <EmbedCard bot={bot} />
    </div>
  );
}
