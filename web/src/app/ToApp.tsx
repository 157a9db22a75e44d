import { useEffect } from 'react';
import { LoadingScreen } from '../components/Loading';
import { config } from '../lib/config';
import { appUrl } from '../lib/hosts';

/** Takes the visitor to the same page on the app host, with its query and fragment (the codes of mailed links). */
export function ToApp() {
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    window.location.replace(appUrl(pathname + search + hash, config()));
  }, []);
  return <LoadingScreen />;
}
