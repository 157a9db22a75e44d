import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api';
import { useLiveEvents } from '#lib/live-context';
import { useAuth } from '#lib/session/session';

/** Milliseconds between two calls that say the page is open, and after which the last one counts no more. */
const SAY = 15_000;
const FORGET = 35_000;

interface Colleague {
  readonly userId: string;
  readonly name: string;
  readonly typing: boolean;
  readonly until: number;
}

/** Colleagues who have the same conversation open. They are told of this page too, where its reader may answer. */
export function usePresence(conversationId: string, typing: boolean, mayAnswer: boolean) {
  const { profile } = useAuth();
  const [others, setOthers] = useState<readonly Colleague[]>([]);
  const isNew = useRef(true);
  const sayNow = useRef(() => {});
  useLiveEvents((event) => {
    if (event.type !== 'agent.present' || event.conversationId !== conversationId) return;
    const { userId, name } = event.agent;
    if (userId === profile.id) return;
    const now = Date.now();
    // Whoever has just come is answered, or they would wait for the next call to know of this page.
    if (!others.some((each) => each.userId === userId && each.until > now)) sayNow.current();
    setOthers((known) => [
      ...known.filter((each) => each.userId !== userId && each.until > now),
      { userId, name, typing: event.typing, until: now + FORGET },
    ]);
  });
  useEffect(() => {
    const timer = setInterval(
      () =>
        setOthers((known) =>
          known.some(({ until }) => until <= Date.now())
            ? known.filter(({ until }) => until > Date.now())
            : known,
        ),
      5_000,
    );
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (!mayAnswer) return;
    const say = () => {
      if (document.visibilityState !== 'visible') return;
      // Nobody waits for it: the next one says it again.
      call('showPresence', { params: { conversationId }, body: { typing } }).catch(() => {});
    };
    // Whoever only begins or ends to type has been seen before.
    const first = setTimeout(say, isNew.current ? 0 : 300);
    isNew.current = false;
    const timer = setInterval(say, SAY);
    sayNow.current = say;
    document.addEventListener('visibilitychange', say);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      sayNow.current = () => {};
      document.removeEventListener('visibilitychange', say);
    };
  }, [conversationId, typing, mayAnswer]);
  return others;
}
