import { followStoredLanguage } from '#i18n/index';
import { followStoredDisplay } from '#theme/display';
import { followStoredTheme } from '#theme/theme';

/** Shows at once, on whichever page, what another window of this browser has chosen. Gives what ends it. */
export function followOtherWindows(): () => void {
  const follow = ({ key }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === null || key === 'parley.theme') followStoredTheme();
    if (key === null || key.startsWith('parley.display.')) followStoredDisplay();
    // Texts that don't come leave the page in the language that it has.
    if (key === 'parley.language') followStoredLanguage().catch(() => {});
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
