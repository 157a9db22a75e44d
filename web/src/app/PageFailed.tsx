import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router-dom';
import { ErrorCard } from '#components/errors/ErrorCard.tsx';
import { LoadingScreen } from '#components/Loading.tsx';
import { errorKind } from '#lib/error-kind';
import { reloadOnce } from '#lib/reload-once';
import { wouldLoseInput } from '#lib/unsaved';
import { report } from '#lib/watch-errors';

/** What the router caught, as its card. */
export function PageFailed() {
  const error = useRouteError();
  const kind = errorKind(error);
  const [shown, setShown] = useState(kind !== 'module');
  useEffect(() => {
    // After a deployment the parts of the page before it may be gone: with the new page come the new parts.
    if (kind === 'module' && !wouldLoseInput() && reloadOnce()) return;
    setShown(true);
    report(error);
  }, [kind, error]);
  useEffect(() => {
    if (navigator.onLine || kind === 'other') return;
    const reload = () => location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [kind]);
  return shown ? <ErrorCard kind={kind} /> : <LoadingScreen variant="minimal" />;
}
