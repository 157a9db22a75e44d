import { hasStoredSession } from '#lib/storage';

/**
 * Runs in the head, before anything is painted: the stored scheme, whether the notice was dismissed and
 * whether somebody is signed in must not show the other way first. Who chose another language than the edge guessed is moved there, unseen.
 */
const root = document.documentElement;
try {
  // In this window, or where the visitor allowed it in this browser: as lib/preferences.ts stores them.
  const stored = (key: string) =>
    sessionStorage.getItem(`parley.${key}`) ?? localStorage.getItem(`parley.${key}`);
  const theme = stored('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  if (stored('alphaBanner.landing')) root.dataset.alpha = 'dismissed';
  if (hasStoredSession()) root.dataset.session = '';
  const language = stored('language');
  if (location.pathname === '/' && language !== root.lang && (language === 'en' || language === 'de')) {
    root.hidden = true;
    location.replace(`/${language}${location.search}${location.hash}`);
  }
} catch {
  // Storage is blocked: the system's scheme and the browser's language it is.
}
