import { Search } from 'lucide-react';
import { useTexts } from '#i18n/index';
import styles from './PaletteButton.module.css';

const KEYS = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K';

/** Opens the command palette; on a phone it stands in the menu. */
export function PaletteButton({
  onOpen,
  isWide = false,
}: {
  readonly onOpen: () => void;
  readonly isWide?: boolean;
}) {
  const { t } = useTexts();
  return (
    <button type="button" className={`brightens muted ${styles.button}`} data-wide={isWide} onClick={onOpen}>
      <Search size={18} aria-hidden="true" />
      <span className={styles.name}>{t('common:palette.open')}</span>
      <span className={`note ${styles.keys}`} aria-hidden="true">
        {KEYS}
      </span>
    </button>
  );
}
