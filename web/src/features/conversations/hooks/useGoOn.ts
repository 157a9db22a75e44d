import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import type { ConversationsWithPeople } from '#contract/conversations/inbox';
import { readPreference, writePreference } from '#lib/preferences';
import { useAuth } from '#lib/session/session';
import { nextWaiting } from '../desk';
import { conversationKeys } from '../queries';

const KEY = 'parley.display.nextWaiting';

/** Whether the next one that waits opens when one is resolved; who has not said otherwise goes on. */
export function goesOn(): boolean {
  return readPreference(KEY) !== 'off';
}

export function setGoesOn(isOn: boolean): void {
  writePreference(KEY, isOn ? null : 'off');
}

/** Opens the one that has waited longest, when the open one was resolved. Where nobody waits, it stays. */
export function useGoOn(): (resolved: string) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { search } = useLocation();
  const { profile } = useAuth();
  return (resolved) => {
    const desk = queryClient.getQueryData<ConversationsWithPeople>(conversationKeys.desk);
    const next = goesOn() ? nextWaiting(desk, profile.id, resolved) : undefined;
    if (next) void navigate({ pathname: `/conversations/${next.id}`, search });
  };
}
