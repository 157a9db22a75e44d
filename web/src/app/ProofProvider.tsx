import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { connectApi } from '#lib/api';

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog')).ProofDialog }));

/** Asks the person for a proof when a call needs one that is fresh; the call is then sent again. */
export function ProofProvider({ children }: { readonly children: ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  /** Calls that wait for the one answer. */
  const waiting = useRef<((isProven: boolean) => void)[]>([]);
  const answer = (isProven: boolean) => {
    setAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(isProven);
  };

  useEffect(() => {
    const waits = waiting.current;
    connectApi({
      proveIdentity: () =>
        new Promise((resolve) => {
          waits.push(resolve);
          setAsking(true);
        }),
    });
    return () => {
      connectApi({ proveIdentity: async () => false });
      for (const resolve of waits.splice(0)) resolve(false);
    };
  }, []);

  return (
    <>
      {children}
      {isAsking && (
        <Suspense fallback={null}>
          <ProofDialog onProven={() => answer(true)} onClose={() => answer(false)} />
        </Suspense>
      )}
    </>
  );
}
