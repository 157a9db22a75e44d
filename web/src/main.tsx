// First: it takes a handed-over session out of the address before anything else runs.
import './lib/session-fragment';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { prepareErrors } from './app/ErrorScreen';
import { StartFailed } from './app/StartFailed';
import { initI18n } from './i18n';
import { loadConfig } from './lib/config';
import { watchInput } from './lib/unsaved';
import { report, watchErrors } from './lib/watch-errors';
import { watchUpdates } from './lib/watch-updates';
import { whenLoaded } from './lib/when-loaded';

watchErrors();
watchInput();
watchUpdates();
whenLoaded(prepareErrors);

const failed = (error: unknown, { componentStack }: { readonly componentStack?: string | undefined }) => {
  console.error(error);
  report(error, componentStack);
};
const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: failed,
  onUncaughtError: failed,
  onRecoverableError: failed,
});

try {
  await Promise.all([loadConfig(), initI18n()]);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
} catch (error) {
  console.error(error);
  root.render(<StartFailed />);
}
