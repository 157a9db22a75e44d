import { Button } from '@aws-amplify/ui-react';
import { Eye, Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { ChatFrame } from '#components/ChatFrame.tsx';
import { Dialog } from '#components/Dialog.tsx';
import { FloatingAction } from '#components/FloatingAction.tsx';
import { Segmented } from '#components/Segmented.tsx';
import type { BotId } from '#contract/base/ids';
import type { BotConfig } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';
import { sanitiseCss } from '#core/bots/custom-css';
import { publicBot } from '#core/bots/public-bot';
import { openPreviewSession } from '#features/bots/open-preview-session.ts';
import { useTexts } from '#i18n/index';
import { ApiError } from '#lib/api-error';
import { useMedia } from '#lib/use-media';
import styles from './settings.module.css';

/** Sizes of the page around the chat, in its own pixels: a computer's is beyond where the chat takes all of it. */
const DEVICES = {
  desktop: { width: 520, height: 720, scale: 0.765 },
  phone: { width: 375, height: 667, scale: 1 },
} as const;

interface BotPreviewProps extends ShownProps {
  /** A bar at the bottom of the window: on a phone the button stands in it, since both would cover the form. */
  readonly bar?: HTMLElement | null;
}

interface ShownProps {
  /** Without an id one that is still to be created, which answers nothing yet. */
  readonly bot: Pick<Bot, 'widgetId' | 'version' | 'name'> & { readonly id: BotId | null };
  readonly config: BotConfig;
}

/** The real chat as visitors will see it with what is entered: beside the form, or above it where it is narrow. */
export function BotPreview({ bar, ...props }: BotPreviewProps) {
  const { t } = useTexts();
  const isBeside = useMedia('(min-width: 1180px)');
  const isPhone = useMedia('(max-width: 767px)');
  const [isOpen, setOpen] = useState(false);
  if (isBeside)
    return (
      <section className={`stack snug ${styles.preview}`} aria-label={t('bots:preview.label')}>
        <Shown {...props} heading={<h2 className="text-l">{t('bots:preview.label')}</h2>} />
      </section>
    );
  return (
    <div className={styles.previewAction}>
      {/* Below the form nobody would come upon it, and would see nothing of it while they enter something. */}
      {isPhone && bar ? (
        createPortal(
          <Button aria-label={t('bots:preview.show')} onClick={() => setOpen(true)}>
            <Eye size={18} aria-hidden="true" />
          </Button>,
          bar,
        )
      ) : (
        <FloatingAction icon={<Eye size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
          {t('bots:preview.show')}
        </FloatingAction>
      )}
      {isOpen && (
        <Dialog title={t('bots:preview.label')} onClose={() => setOpen(false)}>
          <div className={`stack snug ${styles.preview}`}>
            <Shown {...props} heading={null} isInDialog />
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Pixels of a window beside and above the chat in a dialog. */
const AROUND = { x: 74, y: 230 };

function Shown({
  bot,
  config,
  heading,
  isInDialog = false,
}: ShownProps & { readonly heading: ReactNode; readonly isInDialog?: boolean }) {
  const { t } = useTexts();
  const [device, setDevice] = useState<keyof typeof DEVICES>('desktop');
  const fits = useMedia('(min-width: 480px)');
  // On a phone there is no room for the page of a computer.
  const shown = fits ? device : 'phone';
  const { width, height, scale } = DEVICES[shown];
  const { clientWidth, clientHeight } = document.documentElement;
  const smaller = isInDialog
    ? Math.min(scale, (clientWidth - AROUND.x) / width, Math.max(0.5, (clientHeight - AROUND.y) / height))
    : scale;
  return (
    <>
      <div className={`row apart loose ${styles.previewHead}`}>
        {heading}
        {fits && (
          <Segmented
            label={t('bots:preview.device')}
            labelHidden
            value={device}
            onChange={setDevice}
            options={[
              {
                value: 'desktop',
                label: t('bots:preview.desktop'),
                icon: <Monitor size={16} aria-hidden="true" />,
              },
              {
                value: 'phone',
                label: t('bots:preview.phone'),
                icon: <Smartphone size={16} aria-hidden="true" />,
              },
            ]}
          />
        )}
      </div>
      <ChatFrame
        key={`${shown} ${config.language}`}
        title={t('bots:preview.label')}
        bot={{
          ...publicBot({
            // As visitors will have it, not as it is being typed.
            config: { ...config, customCss: sanitiseCss(config.customCss).css },
            widgetId: bot.widgetId,
            version: bot.version,
            botName: bot.name,
            paused: false,
          }),
          // As the form has them, whatever the reader's own language is.
          translations: {},
          onlyLanguage: config.language,
        }}
        openSession={async (input) => {
          if (bot.id === null) throw new ApiError('widget.not_found');
          return openPreviewSession(bot.id, input);
        }}
        width={width}
        height={height}
        scale={smaller}
      />
      <p className="faint">{t(bot.id === null ? 'bots:preview.newNote' : 'bots:preview.draftNote')}</p>
    </>
  );
}
