import { useEffect } from 'react';
import { LoadingScreen } from '#components/Loading.tsx';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';

/** Takes the visitor to the same page on the root host, with its query and fragment (the codes of mailed links). */
export function ToRoot() {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    window.location.replace(rootUrl(pathname + search + hash, config()));
  }, []);
  return <LoadingScreen />;
}
