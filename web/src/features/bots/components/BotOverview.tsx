import { Alert } from '@aws-amplify/ui-react';
import { Link } from 'react-router-dom';
import { Card } from '../../../components/Card';
import { CopyButton } from '../../../components/CopyButton';
import { useTexts } from '../../../i18n';
import { formatDate, formatNumber } from '../../../i18n/format';
import { config } from '../../../lib/config';
import { embedCode, rememberEmbedCopied } from '../../../lib/embed';
import { usePermission } from '../../../lib/session';
import { useCurrentBot } from '../hooks/useBot';
import styles from './bots.module.css';
import { TryBot } from './TryBot';

export function BotOverview() {
  const { t, language } = useTexts();
  const bot = useCurrentBot();
  const mayManage = usePermission('bots.manage');
  const code = embedCode(bot, config().appOrigin);
  return (
    <div className={styles.parts}>
      {bot.documentCount === 0 && mayManage && (
        <Alert variation="info">
          {t('bots:overview.noDocuments')} <Link to="knowledge">{t('bots:overview.upload')}</Link>
        </Alert>
      )}
      <Card title={t('bots:overview.knowledge')}>
        <dl className={styles.figures}>
          <div>
            <dt>{t('bots:overview.documents')}</dt>
            <dd>{formatNumber(bot.documentCount, language)}</dd>
          </div>
          <div>
            <dt>{t('bots:overview.passages')}</dt>
            <dd>{formatNumber(bot.passageCount, language)}</dd>
          </div>
          <div>
            <dt>{t('bots:overview.changed')}</dt>
            <dd>{formatDate(bot.updatedAt, language)}</dd>
          </div>
        </dl>
      </Card>
      <TryBot bot={bot} />
      <Card
        title={t('bots:embed.title')}
        lead={t('bots:embed.lead')}
        action={
          <CopyButton text={code} label={t('bots:embed.copy')} onCopied={() => rememberEmbedCopied(bot.id)} />
        }
      >
        <textarea
          className={styles.code}
          readOnly
          rows={code.split('\n').length}
          wrap="off"
          spellCheck={false}
          value={code}
          aria-label={t('bots:embed.title')}
          onFocus={(event) => event.target.select()}
        />
        <p className={styles.hint}>{t('bots:embed.hint')}</p>
      </Card>
    </div>
  );
}
