import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorCard } from '../components/errors/ErrorCard';
import { LoadingScreen } from '../components/Loading';
import { LogoMark } from '../components/Logo';
import { errorKind } from '../lib/error-kind';
import { reportError } from '../lib/error-reports';
import { reloadOnce } from '../lib/reload-once';
import { wouldLoseInput } from '../lib/unsaved';
import styles from './ErrorScreen.module.css';

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
  const error = useRouteError();
  const kind = errorKind(error);
  const [shown, setShown] = useState(kind !== 'module');
  useEffect(() => {
    // After a deployment the parts of the page before it may be gone: with the new page come the new parts.
    if (kind === 'module' && !wouldLoseInput() && reloadOnce()) return;
    setShown(true);
    reportError(error);
  }, [kind, error]);
  useEffect(() => {
    if (navigator.onLine || kind === 'other') return;
    const reload = () => location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [kind]);
  return shown ? <ErrorCard kind={kind} /> : <LoadingScreen variant="minimal" />;
}
