// First: it takes a handed-over session out of the address before anything else runs.
import '#lib/session/session-fragment';
import './theme/base.css';
import './theme/layout.css';
import './theme/shared.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { followOtherWindows } from './app/follow-windows';
import { StartFailed } from './app/StartFailed';
import { initI18n } from './i18n';
import { type AppConfig, loadConfig } from './lib/config';
import { hostMode } from './lib/hosts';
import { hasStoredSession } from './lib/storage';
import { watchInput } from './lib/unsaved';
import { report, watchErrors } from './lib/watch-errors';
import { watchUpdates } from './lib/watch-updates';

watchErrors();
watchInput();
watchUpdates();
followOtherWindows();

const failed = (error: unknown, { componentStack }: { readonly componentStack?: string | undefined }) => {
  console.error(error);
  report(error, componentStack);
};
/** Whoever is signed in waits for the application's code the longest: it comes while the texts do. */
function fetchAhead({ rootOrigin, appOrigin }: AppConfig): void {
  if (hostMode(window.location.origin, { rootOrigin, appOrigin }) !== 'app' || !hasStoredSession()) return;
  // A failure is met again, and told, where the code is needed.
  import('./app/SignedInArea').catch(() => {});
}

const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: failed,
  onUncaughtError: failed,
  onRecoverableError: failed,
});

try {
  await Promise.all([loadConfig().then(fetchAhead), initI18n()]);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch (error) {
  console.error(error);
  root.render(<StartFailed />);
}
