// First: it takes a handed-over session out of the address before anything else runs.
import './lib/session-fragment';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { StartFailed } from './app/StartFailed';
import { initI18n } from './i18n';
import { loadConfig } from './lib/config';
import { reportError, watchErrors } from './lib/error-reports';
import { registerServiceWorker } from './lib/service-worker';
import { watchInput } from './lib/unsaved';

watchErrors();
watchInput();
registerServiceWorker();

const failed = (error: unknown, { componentStack }: { readonly componentStack?: string | undefined }) => {
  console.error(error);
  reportError(error, componentStack);
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
