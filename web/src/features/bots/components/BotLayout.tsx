import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation, useParams } from 'react-router-dom';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { Clamp } from '#components/Clamp.tsx';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { OtherAccount } from '#features/accounts/components/OtherAccount.tsx';
import { BotAvatar } from '#features/bots/components/BotList.tsx';
import { BotStatusPill } from '#features/bots/components/BotStatusPill.tsx';
import { type UnsavedDraft, UnsavedDraftContext } from '#features/bots/unsaved-draft.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { useTitle } from '#lib/use-title';
import { botQuery } from '../queries';
import styles from './bots.module.css';

const PublishBar = lazy(async () => ({ default: (await import('./PublishBar')).PublishBar }));
const BotMenu = lazy(async () => ({ default: (await import('./BotMenu')).BotMenu }));

const PAGES = [
  { path: '.', name: 'bots:tabs.overview' },
  { path: 'knowledge', name: 'bots:tabs.knowledge' },
  { path: 'questions', name: 'bots:tabs.questions' },
  { path: 'conversations', name: 'bots:tabs.conversations' },
  { path: 'analytics', name: 'common:nav.analytics' },
  { path: 'flow', name: 'common:flow' },
  { path: 'settings', name: 'bots:tabs.settings' },
] as const;

const NO_DRAFT = { save: null, kind: 'settings', isUndecided: false } as const;

/** Frame of one bot's pages. */
export function BotLayout() {
  const { t } = useTexts();
  const { botId = '' } = useParams();
  const bot = useQuery(botQuery(botId));
  const isMissing = errorCode(bot.error) === 'bot.not_found';
  const name = bot.data?.name ?? (isMissing ? t('errors:bot.not_found') : undefined);
  const [draft, register] = useState<Parameters<UnsavedDraft['register']>[0]>(null);
  const unsaved = useMemo(() => ({ ...(draft ?? NO_DRAFT), register }), [draft]);
  const tabs = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const page = PAGES.find(({ path }) => pathname.endsWith(`/${path}`));
  // Tabs and steps of the history are told apart by it; the start of a bot's pages has the bot's name alone.
  useTitle(name && page ? `${t(page.name)} · ${name}` : name);
  const isHere = bot.data !== undefined;
  // Where there is no room for all of them, the current one may lie beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page of the bot
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (!tabs.current || !current) return;
    // Only this bar: scrolling the page is not ours. In the middle, so that its neighbours say that there are more.
    tabs.current.scrollLeft =
      current.offsetLeft - tabs.current.offsetLeft - (tabs.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname, isHere]);
  return (
    <div>
      <Breadcrumbs trail={[{ to: '/bots', name: t('bots:list.title') }]} here={name ?? '…'} />
      {bot.isPending && <Skeleton label="loading:bot" lines={4} />}
      {bot.isError && !bot.data && (
        <OtherAccount
          id={botId}
          find={(account) => call('getBot', { params: { botId }, account })}
          isMissing={isMissing}
        >
          <LoadFailed
            error={bot.error}
            onRetry={() => void bot.refetch()}
            text={t('bots:missing.text')}
            action={<LinkButton to="/bots">{t('bots:missing.action')}</LinkButton>}
          />
        </OtherAccount>
      )}
      {bot.data && (
        <UnsavedDraftContext value={unsaved}>
          <header className={styles.head}>
            <BotAvatar bot={bot.data} large />
            <div className="shrinks">
              <h1 className="long" tabIndex={-1}>
                <Clamp text={bot.data.name} />
              </h1>
              <p className="muted row close parted-above-tight">
                <BotStatusPill bot={bot.data} />
                {t(`bots:types.${bot.data.type}`)} · {t(`common:languages.${bot.data.language}`)}
              </p>
            </div>
            <div className={styles.headMenu}>
              <Suspense fallback={null}>
                <BotMenu bot={bot.data} isOnItsPage />
              </Suspense>
            </div>
          </header>
          <nav ref={tabs} className={styles.tabs} aria-label={t('bots:tabs.label')}>
            {PAGES.map((page) => (
              <NavLink
                key={page.path}
                to={page.path}
                end={page.path === '.'}
                className={`brightens inset-focus ${styles.tab}`}
              >
                {t(page.name)}
              </NavLink>
            ))}
          </nav>
          <Suspense fallback={null}>
            <PublishBar bot={bot.data} />
          </Suspense>
          <Outlet context={bot.data} />
        </UnsavedDraftContext>
      )}
    </div>
  );
}
