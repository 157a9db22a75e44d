import { useEffect } from 'react';
import { LoadingScreen } from '#components/Loading.tsx';

/** Leaves the dashboard's code for the landing page, which is none of it. */
export function ToLanding() {
  // Something between the edge and here answered with this code instead: asking again would come back here for ever.
  if (loadedPath() === '/') throw new Error('The network did not bring the landing page.');
  useEffect(() => window.location.replace('/'), []);
  return <LoadingScreen />;
}

/** Path that this document was loaded from, whatever the router has shown since. */
function loadedPath(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation && new URL(navigation.name).pathname;
}
