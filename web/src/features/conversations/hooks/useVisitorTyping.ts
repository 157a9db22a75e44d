import { useEffect, useState } from 'react';
import { useLiveEvents } from '#lib/live-context';

/** Milliseconds for which a word holds that the visitor writes; they say it again every four seconds. */
const HOLDS = 8_000;

/** Whether the visitor of a conversation writes just now; what they have said since ends it. */
export function useVisitorTyping(conversationId: string, lastMessage: string | undefined): boolean {
  const [said, setSaid] = useState<{ readonly at: number; readonly after: string | undefined } | null>(null);
  useLiveEvents((event) => {
    if (event.type === 'visitor.typing' && event.conversationId === conversationId)
      setSaid({ at: Date.now(), after: lastMessage });
  });
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(null), HOLDS);
    return () => clearTimeout(timer);
  }, [said]);
  return said !== null && said.after === lastMessage;
}
