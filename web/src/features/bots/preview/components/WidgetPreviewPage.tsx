import { Button, TextField } from '@aws-amplify/ui-react';
import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { type FormEvent, useCallback, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { CopyButton } from '#components/CopyButton.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { LoadingScreen } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { type Device, DeviceFrame } from '#features/bots/components/DeviceFrame.tsx';
import { WidgetControls, type WidgetLook } from '#features/bots/components/WidgetControls.tsx';
import { openPreviewSession } from '#features/bots/open-preview-session.ts';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { signInPath } from '#lib/session/return-path';
import { hasStoredSession } from '#lib/storage';
import { useLoaded } from '#lib/use-loaded';
import { useMedia } from '#lib/use-media';
import { type LoadedPreview, loadPreview } from '../api/load-preview';
import styles from './preview.module.css';

/** For whoever has the link and may see the bot: its chat as a website will show it, on each device. */
export function WidgetPreviewPage() {
  const { botId } = useParams();
  return botId ? <Preview key={botId} botId={botId} /> : <NoBot />;
}

function Preview({ botId }: { readonly botId: string }) {
  const loaded = useLoaded(useCallback((signal: AbortSignal) => loadPreview(botId, signal), [botId]));
  switch (loaded.state) {
    case 'loading':
      return <LoadingScreen text="loading:chat" variant="minimal" />;
    case 'failed':
      return <Failed error={loaded.error} onRetry={loaded.again} />;
    case 'here':
      return <Shown botId={botId} preview={loaded.value} onFailed={loaded.again} />;
  }
}

function Shown({
  botId,
  preview,
  onFailed,
}: {
  readonly botId: string;
  readonly preview: LoadedPreview;
  readonly onFailed: () => void;
}) {
  const { t } = useTexts();
  const isSmall = useMedia('(max-width: 599px)');
  const [device, setDevice] = useState<Device>(isSmall ? 'phone' : 'desktop');
  const [change, setChange] = useState<Partial<WidgetLook>>({});
  const [scriptFailed, setScriptFailed] = useState(false);
  const bot = { ...preview.bot, ...change };
  if (scriptFailed)
    return (
      <Failed
        error={null}
        onRetry={() => {
          setScriptFailed(false);
          onFailed();
        }}
      />
    );
  return (
    <>
      <PageHeader title={t('preview:title', { bot: preview.bot.botName })} lead={t('preview:lead')}>
        <CopyButton text={location.href} label={t('preview:copyLink')} />
        {preview.kind === 'draft' && (
          <LinkButton to={`/bots/${preview.botId}`} size="small">
            {t('preview:toBot')}
          </LinkButton>
        )}
      </PageHeader>
      <p className={`muted ${styles.note}`} role="note">
        {t(noteOf(preview))}
      </p>
      <div className={`stack wide top ${styles.split}`}>
        <section className={`stack ${styles.stage}`} aria-label={t('preview:stage')}>
          <Segmented
            label={t('preview:device')}
            labelHidden
            value={device}
            onChange={setDevice}
            options={[
              {
                value: 'desktop',
                label: t('preview:devices.desktop'),
                icon: <Monitor size={16} aria-hidden="true" />,
              },
              {
                value: 'tablet',
                label: t('preview:devices.tablet'),
                icon: <Tablet size={16} aria-hidden="true" />,
              },
              {
                value: 'phone',
                label: t('preview:devices.phone'),
                icon: <Smartphone size={16} aria-hidden="true" />,
              },
            ]}
          />
          <DeviceFrame
            device={device}
            title={t('preview:stage')}
            bot={bot}
            openSession={
              preview.kind === 'draft' ? (input) => openPreviewSession(preview.botId, input) : undefined
            }
            onFailed={() => setScriptFailed(true)}
          />
        </section>
        <Card title={t('preview:controls')} lead={t('preview:controlsLead')}>
          <WidgetControls
            look={bot}
            onChange={(more) => setChange({ ...change, ...more })}
            onReset={Object.keys(change).length > 0 ? () => setChange({}) : null}
          />
        </Card>
      </div>
      <p className={`faint parted-above-large ${styles.id}`}>
        {t('preview:id')} <code>{botId}</code>
      </p>
    </>
  );
}

function noteOf(preview: LoadedPreview) {
  if (preview.kind === 'published')
    return preview.bot.paused ? 'preview:notes.paused' : 'preview:notes.published';
  if (preview.visibility !== 'public') return `preview:notes.${preview.visibility}` as const;
  return preview.isUnpublished ? 'preview:notes.draft' : 'preview:notes.same';
}

function Failed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTexts();
  const { pathname, search } = location;
  const isMissing = error !== null && errorCode(error) === 'bot.not_found';
  return (
    <>
      <PageHeader
        title={t(isMissing ? 'preview:missing.title' : 'preview:failed.title')}
        lead={t(isMissing ? 'preview:missing.text' : 'preview:failed.text')}
      />
      <div className="row" role="alert">
        <Button variation="primary" onClick={onRetry}>
          {t('common:tryAgain')}
        </Button>
        {isMissing && !hasStoredSession() && (
          <LinkButton to={rootUrl(signInPath(pathname + search), config())}>
            {t('preview:missing.signIn')}
          </LinkButton>
        )}
      </div>
    </>
  );
}

/** A preview needs to know of what. */
function NoBot() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const [problem, setProblem] = useState(false);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const wanted = id.trim();
    setProblem(wanted === '');
    if (wanted !== '') void navigate(`/widget/${encodeURIComponent(wanted)}`);
  };
  return (
    <>
      <PageHeader title={t('preview:required.title')} lead={t('preview:required.text')} />
      <form className={`stack large ${styles.form}`} onSubmit={show} noValidate>
        <TextField
          label={t('preview:id')}
          value={id}
          autoComplete="off"
          spellCheck={false}
          hasError={problem}
          errorMessage={t('preview:required.title')}
          onChange={({ target }) => setId(target.value)}
        />
        <div className="row">
          <Button type="submit" variation="primary">
            {t('preview:required.show')}
          </Button>
          {hasStoredSession() && <LinkButton to="/bots">{t('preview:required.toBots')}</LinkButton>}
        </div>
      </form>
    </>
  );
}
