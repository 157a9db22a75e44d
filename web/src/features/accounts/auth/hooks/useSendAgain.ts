import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../failures';

/** Mail takes as long to arrive; who asks sooner only makes the first link worthless. */
const WAIT_SECONDS = 30;

export interface SendAgain {
  readonly state: 'idle' | 'sending' | 'sent';
  readonly failure: Failure | null;
  /** Until it may be sent again. */
  readonly waitSeconds: number;
  readonly send: () => void;
}

/** Sends a mail again, not more often than mail takes to arrive; `sentAt` is when the first went. */
export function useSendAgain(sendMail: () => Promise<void>, sentAt: number): SendAgain {
  const [state, setState] = useState<SendAgain['state']>('idle');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [newest, setNewest] = useState(sentAt);
  const [now, setNow] = useState(Date.now);
  const waitSeconds = Math.max(0, Math.min(WAIT_SECONDS, Math.ceil((newest - now) / 1_000) + WAIT_SECONDS));

  const waits = waitSeconds > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [waits]);

  const send = async () => {
    setFailure(null);
    setState('sending');
    try {
      await sendMail();
      setState('sent');
      setNewest(Date.now());
      setNow(Date.now());
    } catch (error) {
      setState('idle');
      setFailure(failureOf(error));
    }
  };
  return {
    state,
    failure,
    waitSeconds,
    send: () => {
      if (!waits && state !== 'sending') void send();
    },
  };
}
