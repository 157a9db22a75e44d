import { Button } from '@aws-amplify/ui-react';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { BotConfig } from '../../../../../functions/contract/bot-config';
import type { Bot } from '../../../../../functions/contract/bots';
import { sanitiseCss } from '../../../../../functions/contract/custom-css';
import { publicBot } from '../../../../../functions/contract/public-bot';
import { ChatFrame } from '../../../components/ChatFrame';
import { Segmented } from '../../../components/Segmented';
import { useTexts } from '../../../i18n';
import { openPreviewSession } from '../../../lib/open-preview-session';
import { useMedia } from '../../../lib/use-media';
import styles from './settings.module.css';

/** Sizes of the page around the chat, in its own pixels: a computer's is beyond where the chat takes all of it. */
const DEVICES = {
  desktop: { width: 520, height: 720, scale: 0.765 },
  phone: { width: 375, height: 667, scale: 1 },
} as const;

/** The real chat as visitors will see it with what is entered, beside the form; below it on request where it is narrow. */
export function BotPreview({ bot, config }: { readonly bot: Bot; readonly config: BotConfig }) {
  const { t } = useTexts();
  const isBeside = useMedia('(min-width: 1180px)');
  const [wanted, setWanted] = useState(false);
  const [device, setDevice] = useState<keyof typeof DEVICES>('desktop');
  const fits = useMedia('(min-width: 480px)');
  // On a phone there is no room for the page of a computer.
  const shown = fits ? device : 'phone';
  const { width, height, scale } = DEVICES[shown];
  const smaller = fits ? scale : Math.min(scale, (document.documentElement.clientWidth - 40) / width);
  return (
    <section className={styles.preview} aria-label={t('bots:preview.label')}>
      <div className={styles.previewHead}>
        <h2>{t('bots:preview.label')}</h2>
        {isBeside || (wanted && fits) ? (
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
        ) : null}
        {!isBeside && (
          <Button size="small" aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
            {t(wanted ? 'bots:preview.hide' : 'bots:preview.show')}
          </Button>
        )}
      </div>
      {(isBeside || wanted) && (
        <>
          <ChatFrame
            key={shown}
            title={t('bots:preview.label')}
            bot={publicBot({
              // As visitors will have it, not as it is being typed.
              config: { ...config, customCss: sanitiseCss(config.customCss).css },
              widgetId: bot.widgetId,
              version: bot.version,
              botName: bot.name,
              paused: false,
            })}
            openSession={(input) => openPreviewSession(bot.id, input)}
            width={width}
            height={height}
            scale={smaller}
          />
          <p className={styles.hint}>{t('bots:preview.draftNote')}</p>
        </>
      )}
    </section>
  );
}
