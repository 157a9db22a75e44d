import { Suspense } from 'react';
import { LoadingScreen } from '#components/Loading.tsx';
import { LogoMark } from '#components/Logo.tsx';
import styles from './ErrorScreen.module.css';
import { PageFailed } from './PageFailed';

/** In place of everything, where not even the frame of the pages could be shown. */
export function ErrorScreen() {
  return (
    <main className={`centred ${styles.screen}`}>
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
