import { useEffect, useState } from 'react';
import type { TranslationKey } from '../../../i18n/keys';
import { resendConfirmation, type UnconfirmedUser } from '../api/resend-confirmation';
import { authErrorKey } from '../error-keys';

const WAIT_SECONDS = 30;

/** Sends the confirmation mail again, not more often than mail takes to arrive. */
export function useResend(to: UnconfirmedUser | null): {
  readonly state: 'idle' | 'sending' | 'sent';
  readonly failure: TranslationKey | null;
  readonly waitSeconds: number;
  readonly send: () => void;
} {
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const [waitSeconds, setWaitSeconds] = useState(0);

  useEffect(() => {
    if (waitSeconds <= 0) return;
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitSeconds]);

  const send = async () => {
    if (!to) return;
    setFailure(null);
    setState('sending');
    try {
      await resendConfirmation(to);
      setState('sent');
      setWaitSeconds(WAIT_SECONDS);
    } catch (error) {
      setState('idle');
      setFailure(authErrorKey(error));
    }
  };
  return { state, failure, waitSeconds, send: () => void send() };
}
