import { Button } from '@aws-amplify/ui-react';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import type { ChatConnection } from '#components/ChatFrame.tsx';
import { CodeText } from '#components/CodeText.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { LoadingScreen } from '#components/Loading.tsx';
import { PublicHeading } from '#components/PublicHeading.tsx';
import { StatusPill, type Tone } from '#components/StatusPill.tsx';
import { Tabs } from '#components/Tabs.tsx';
import type { PublicBot } from '#contract/bots/public-bot';
import { type Device, DeviceFrame } from '#features/bots/components/DeviceFrame.tsx';
import { WidgetControls, type WidgetLook } from '#features/bots/components/WidgetControls.tsx';
import { embedCode } from '#features/bots/embed.ts';
import { loadOperatorBot } from '#features/site/operator-bot.ts';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { hasStoredSession } from '#lib/storage';
import { useLoaded } from '#lib/use-loaded';
import { useMedia } from '#lib/use-media';

import { fallbackBot } from '../fallback';
import styles from './demo.module.css';

/** For anyone: Parley's own chat at work, as it stands on a website, and with other settings. */
export function ChatDemoPage() {
  const { t, language } = useTexts();
  const loaded = useLoaded(
    useCallback((signal: AbortSignal) => loadOperatorBot('widgets', language, signal), [language]),
  );
  const [isFallback, setFallback] = useState(false);
  const [scriptFailed, setScriptFailed] = useState(false);
  const again = () => {
    setFallback(false);
    setScriptFailed(false);
    loaded.again();
  };
  const found = loaded.state === 'here' ? loaded.value : null;
  const bot = isFallback ? fallbackBot(language) : found;
  return (
    <>
      <PublicHeading title={t('demo:title')} lead={t('demo:lead')} description={t('demo:description')}>
        {hasStoredSession() ? (
          <LinkButton to="/bots" variation="primary">
            {t('demo:toBots')}
          </LinkButton>
        ) : (
          <LinkButton to={rootUrl('/auth/register', config())} variation="primary">
            {t('demo:signUp')}
          </LinkButton>
        )}
      </PublicHeading>
      {scriptFailed || (!bot && loaded.state === 'failed') ? (
        <Failed
          onRetry={again}
          onFallback={
            scriptFailed
              ? null
              : () => {
                  setFallback(true);
                }
          }
        />
      ) : bot ? (
        <Demo
          key={bot.widgetId}
          bot={bot}
          isFallback={isFallback}
          onRetry={again}
          onFailed={() => setScriptFailed(true)}
        />
      ) : (
        <LoadingScreen text="loading:chat" variant="minimal" />
      )}
    </>
  );
}

const TABS = ['embedded', 'floating', 'configuration'] as const;
type Tab = (typeof TABS)[number];
const PANEL = 'demo';

const TONES: Readonly<Record<ChatConnection, Tone>> = {
  none: 'neutral',
  connecting: 'busy',
  live: 'good',
  lost: 'warn',
};

function Demo({
  bot,
  isFallback,
  onRetry,
  onFailed,
}: {
  readonly bot: PublicBot;
  readonly isFallback: boolean;
  readonly onRetry: () => void;
  readonly onFailed: () => void;
}) {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('tab');
  const tab: Tab = TABS.find((each) => each === wanted) ?? 'embedded';
  const [look, setLook] = useState<Partial<WidgetLook>>({});
  const [connection, setConnection] = useState<ChatConnection>('none');
  const isSmall = useMedia('(max-width: 599px)');

  const device: Device = tab === 'configuration' ? 'window' : isSmall ? 'phone' : 'desktop';
  const shown: PublicBot = {
    ...bot,
    ...look,
    mode: tab === 'embedded' ? 'embedded' : 'floating',
    // What it takes to be seen whole, with something of the page around it.
    embeddedHeight: isSmall ? '460px' : '540px',
  };
  const frame = (
    <DeviceFrame
      // A chat of its own in each tab: it goes on where the conversation was.
      key={`${tab} ${device}`}
      device={device}
      title={t('demo:chat')}
      bot={shown}
      onConnection={setConnection}
      onFailed={onFailed}
    />
  );
  return (
    <section aria-label={t('demo:tabsLabel')}>
      {isFallback && (
        <div className={styles.fallback} role="status">
          <p>{t('demo:fallback.note')}</p>
          <Button size="small" onClick={onRetry}>
            {t('common:tryAgain')}
          </Button>
        </div>
      )}
      <div className={`row apart ruled ${styles.bar}`}>
        <Tabs
          label={t('demo:tabsLabel')}
          tabs={TABS}
          open={tab}
          panel={PANEL}
          className={styles.tabs}
          onOpen={(next) => setQuery({ tab: next }, { preventScrollReset: true, replace: true })}
        >
          {(each) => t(`demo:tabs.${each}`)}
        </Tabs>
        <div role="status" className={styles.connection}>
          {!isFallback && (
            <StatusPill tone={TONES[connection]}>{t(`demo:connection.${connection}`)}</StatusPill>
          )}
        </div>
      </div>
      <div
        id={PANEL}
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        className={`stack large ${styles.panel}`}
      >
        <p className={styles.hint}>{t(`demo:hints.${tab}`)}</p>
        {tab === 'configuration' ? (
          <div className={`stack wide top ${styles.split}`}>
            <div className="stack wide">
              <Card title={t('demo:look')}>
                <WidgetControls
                  hasMode={false}
                  look={shown}
                  onChange={(more) => setLook({ ...look, ...more })}
                  onReset={Object.keys(look).length > 0 ? () => setLook({}) : null}
                />
              </Card>
              <Code bot={shown} />
            </div>
            {frame}
          </div>
        ) : (
          frame
        )}
      </div>
    </section>
  );
}

/** What a website would carry for a chat that looks like this one. */
function Code({ bot }: { readonly bot: PublicBot }) {
  const { t } = useTexts();
  const code = embedCode({ ...bot, name: bot.botName }, config().appOrigin);
  return (
    <Card
      title={t('demo:code')}
      lead={t('demo:codeLead')}
      action={<CopyButton text={code} label={t('demo:copy')} />}
    >
      <CodeText text={code} label={t('demo:code')} />
    </Card>
  );
}

function Failed({
  onRetry,
  onFallback,
}: {
  readonly onRetry: () => void;
  /** Null where it would not help: the chat itself did not arrive. */
  readonly onFallback: (() => void) | null;
}) {
  const { t } = useTexts();
  return (
    <div className={`framed round stack snug ${styles.failed}`} role="alert">
      <h2 className="title-m">{t('demo:failed.title')}</h2>
      <p>{t('demo:failed.text')}</p>
      <div className="row parted-above-small">
        <Button variation="primary" onClick={onRetry}>
          {t('common:tryAgain')}
        </Button>
        {onFallback && <Button onClick={onFallback}>{t('demo:failed.fallback')}</Button>}
      </div>
    </div>
  );
}
