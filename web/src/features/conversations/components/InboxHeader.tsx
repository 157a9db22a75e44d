import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Keyboard, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Toggle } from '#components/Toggle.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useAuth, usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { goesOn, setGoesOn } from '../hooks/useGoOn';
import { agentsQuery, conversationKeys } from '../queries';
import shared from './conversations.module.css';
import styles from './filters.module.css';

/** What this page is, how one works in it, and its keys. */
export function InboxHeader({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTexts();
  const panel = useId();
  const mayAnswer = usePermission('conversations.answer');
  return (
    <header className={`line tight ${styles.inboxHead}`}>
      <h1>{t('common:nav.conversations')}</h1>
      {mayAnswer && (
        <>
          <button
            type="button"
            className={shared.tool}
            popoverTarget={panel}
            aria-haspopup="dialog"
            aria-label={t('conversations:options.label')}
            title={t('conversations:options.label')}
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
          </button>
          <div
            id={panel}
            popover="auto"
            role="dialog"
            aria-label={t('conversations:options.label')}
            className={`floats high ${styles.options}`}
          >
            <Availability />
            <GoOn />
          </div>
        </>
      )}
      <button
        type="button"
        className={shared.tool}
        onClick={onHelp}
        aria-label={t('conversations:keys.title')}
        title={`${t('conversations:keys.title')} (?)`}
      >
        <Keyboard size={18} aria-hidden="true" />
        <span className={shared.key} aria-hidden="true">
          ?
        </span>
      </button>
    </header>
  );
}

/** Whether the next one that waits opens when one is resolved. */
function GoOn() {
  const { t } = useTexts();
  const [isOn, setOn] = useState(goesOn);
  return (
    <Toggle
      label={t('conversations:options.next')}
      checked={isOn}
      onChange={(on) => {
        setGoesOn(on);
        setOn(on);
      }}
    />
  );
}

/** Whether conversations are assigned to the reader in turn. */
function Availability() {
  const { t } = useTexts();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const { profile } = useAuth();
  const agents = useQuery(agentsQuery);
  const own = agents.data?.find(({ userId }) => userId === profile.id);
  if (!own) return null;
  const change = async (available: boolean) => {
    const before = agents.data;
    queryClient.setQueryData(
      conversationKeys.agents,
      before?.map((agent) => (agent.userId === own.userId ? { ...agent, available } : agent)),
    );
    try {
      const { items } = await call('setAvailability', { body: { available } });
      queryClient.setQueryData(conversationKeys.agents, items);
    } catch (error) {
      // It stays what the server knows.
      queryClient.setQueryData(conversationKeys.agents, before);
      tellError(error);
    }
  };
  return (
    <Toggle
      label={t('conversations:assign.available')}
      checked={own.available}
      onChange={(available) => void change(available)}
    />
  );
}
