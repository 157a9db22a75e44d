import { lazy, Suspense } from 'react';
import { LoadingScreen } from '../components/Loading';
import { LogoMark } from '../components/Logo';
import styles from './ErrorScreen.module.css';
import { StartFailed } from './StartFailed';

const load = async () => ({ default: (await import('./PageFailed')).PageFailed });
/** Where the card itself can't be loaded, the words that are always there stand for it. */
const PageFailed = lazy(() => load().catch(() => ({ default: StartFailed })));

/** Fetches in good time what says that something could not be fetched. */
export function prepareErrors(): void {
  load().catch(() => {});
}

/** In place of everything, where not even the frame of the pages could be shown. */
export function ErrorScreen() {
  return (
    <main className={styles.screen}>
      <LogoMark size={44} />
      <PageError />
    </main>
  );
}

/** In place of a page that could not be loaded or rendered, in the frame of the others. */
export function PageError() {
  return (
    <Suspense fallback={<LoadingScreen variant="minimal" />}>
      <PageFailed />
    </Suspense>
  );
}
