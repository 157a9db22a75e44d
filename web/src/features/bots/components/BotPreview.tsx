import { Clamp } from '../../../components/Clamp';
import { useTexts } from '../../../i18n';
import styles from './bots.module.css';

/** How the bot's words and colours will look to a visitor. A picture: the real widget is tried on a website. */
export function BotPreview(props: {
  readonly name: string;
  readonly welcome: string;
  readonly fallback: string;
  readonly language: string;
  readonly primaryColor: string;
  readonly secondaryColor: string;
}) {
  const { t } = useTexts();
  return (
    <aside className={styles.preview} aria-label={t('bots:preview.label')}>
      <p className={styles.previewLabel}>{t('bots:preview.label')}</p>
      <div className={styles.previewBox} lang={props.language}>
        <div
          className={styles.previewHead}
          style={{ background: props.primaryColor, color: props.secondaryColor }}
        >
          <Clamp text={props.name.trim() || t('bots:preview.unnamed')} />
        </div>
        <div className={styles.previewBody}>
          <p>{props.welcome}</p>
          <p
            className={styles.previewQuestion}
            style={{ background: props.primaryColor, color: props.secondaryColor }}
          >
            …?
          </p>
          <p>{props.fallback}</p>
        </div>
      </div>
    </aside>
  );
}
