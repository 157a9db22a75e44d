// First: it takes a handed-over session out of the address before anything else runs.
import './lib/session-fragment';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { StartFailed } from './app/StartFailed';
import { initI18n } from './i18n';
import { loadConfig } from './lib/config';

const root = createRoot(document.getElementById('root') as HTMLElement);

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
