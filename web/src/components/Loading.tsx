import { useTexts } from '../i18n';
import type { TranslationKey } from '../i18n/keys';
import styles from './Loading.module.css';
import { LogoMark } from './Logo';

/** The whole window while nothing else can be shown. */
export function LoadingScreen({ text = 'loading:default' }: { readonly text?: TranslationKey }) {
  const { t } = useTexts();
  return (
    <div className={styles.screen} role="status">
      <span className={styles.pulse}>
        <LogoMark size={44} />
      </span>
      <p>{t(text)}</p>
    </div>
  );
}

/** Stands where content will be; `label` is what a screen reader hears once for the whole. */
export function Skeleton({
  label,
  lines = 3,
  shape = 'lines',
}: {
  readonly label: TranslationKey;
  readonly lines?: number;
  readonly shape?: 'lines' | 'cards';
}) {
  const { t } = useTexts();
  return (
    <div className={styles[shape]} role="status" aria-label={t(label)}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change
        <span key={index} className={styles.bar} />
      ))}
    </div>
  );
}
