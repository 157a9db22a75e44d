import { useQuery } from '@tanstack/react-query';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { Card } from '#components/Card.tsx';
import { ChatFrame } from '#components/ChatFrame.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { useTheme } from '#theme/theme';
import { helpBotQuery } from '../queries';
import styles from './help.module.css';

/** Pixels of the frame, and of what stands around the chat in it. */
const HEIGHT = 640;
const MARGINS = 32;

/** The help centre's own bot, made with Parley like any other, which answers from the articles and names them. */
export function AskPage() {
  const { t, language } = useTexts();
  const bot = useQuery(helpBotQuery(language));
  const { theme } = useTheme();
  const isAway = bot.isError && errorCode(bot.error) === 'widget.not_found';
  return (
    <div>
      <Breadcrumbs trail={[{ to: '/help', name: t('help:title') }]} here={t('help:ask.title')} />
      <PageHeader title={t('help:ask.title')} lead={t('help:ask.lead')} />
      {bot.isPending && <Skeleton label="loading:chat" lines={1} shape="cards" />}
      {bot.isError && !isAway && <ErrorNotice error={bot.error} onRetry={() => void bot.refetch()} />}
      {isAway && (
        <Card title={t('help:ask.away')} lead={t('help:ask.awayText')}>
          <div className="row">
            <LinkButton to="/help">{t('help:missing.action')}</LinkButton>
            <LinkButton to="/help/contact">{t('help:contact.action')}</LinkButton>
          </div>
        </Card>
      )}
      {bot.data && (
        <div className={styles.chat}>
          <ChatFrame
            key={bot.data.widgetId}
            title={t('help:ask.title')}
            bot={{
              ...bot.data,
              // It belongs to the dashboard here: what its owner chose is for websites.
              theme: theme === 'system' ? 'auto' : theme,
              mode: 'embedded',
              embeddedWidth: '100%',
              embeddedHeight: `${HEIGHT - MARGINS}px`,
            }}
            theme={theme}
            height={HEIGHT}
          />
        </div>
      )}
    </div>
  );
}
