import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { config } from '#lib/config';
import { appUrl } from '#lib/hosts';
import { takeLandingPath } from '#lib/session/return-path';

/** Of a sign-in, and of a sign-up whose address was confirmed meanwhile: how long the screen says so, and where to. */
export const AFTER_LOGIN = { delay: 100, otherwise: '/dashboard' } as const;
export const AFTER_SIGN_UP = { delay: 2_000, otherwise: '/' } as const;
export type Arrival = typeof AFTER_LOGIN | typeof AFTER_SIGN_UP;

/** Once somebody is signed in: where they were going, after a moment. */
export function useArrival(redirect: string | null): {
  readonly arrival: Arrival | null;
  readonly arrive: (arrival: Arrival) => void;
} {
  const navigate = useNavigate();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  useEffect(() => {
    if (!arrival) return;
    const timer = setTimeout(() => {
      const path = takeLandingPath(redirect, arrival.otherwise);
      // The start of the application, which only the app host has: here it is the landing page.
      if (path === '/') location.replace(appUrl('/auth/handoff?redirect=%2F', config()));
      else navigate(path, { replace: true });
    }, arrival.delay);
    return () => clearTimeout(timer);
  }, [arrival, redirect, navigate]);
  // The first word counts: who is on the way isn't sent elsewhere.
  const arrive = useCallback((next: Arrival) => setArrival((current) => current ?? next), []);
  return { arrival, arrive };
}
