import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { SavedView } from '#contract/conversations/inbox-work';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';
import { conversationKeys, savedViewsQuery } from '../queries';
import shared from './conversations.module.css';
import styles from './filters.module.css';

/** A person's own filters, each a click away, and a way to keep the present one. */
export function SavedFilters({
  address,
  onChoose,
}: {
  /** Of the present filter; empty: there is none. */
  readonly address: string;
  readonly onChoose: (address: string) => void;
}) {
  const { t } = useTexts();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const saved = useQuery(savedViewsQuery);
  const [name, setName] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (items: readonly SavedView[]) =>
      call('saveViews', { body: { version: saved.data?.version ?? 0, items: [...items] } }),
    onSuccess: (views) => {
      queryClient.setQueryData(conversationKeys.views, views);
      setName(null);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: conversationKeys.views });
      tellError(error);
    },
  });
  const items = saved.data?.items ?? [];
  const isTaken = items.some((view) => view.name === name?.trim());
  const isKept = items.some((view) => view.address === address);
  if (items.length === 0 && address === '') return null;
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const words = name?.trim() ?? '';
    if (words !== '' && !isTaken) save.mutate([...items, { name: words, address }]);
  };
  return (
    <div className="row small">
      {items.map((view) => (
        <span key={view.name} className={styles.chip} data-chosen={view.address === address}>
          <button
            type="button"
            className="inset-focus"
            aria-pressed={view.address === address}
            onClick={() => onChoose(view.address)}
          >
            {view.name}
          </button>
          <button
            type="button"
            className="inset-focus"
            aria-label={t('conversations:saved.delete', { name: view.name })}
            onClick={() => save.mutate(items.filter((other) => other.name !== view.name))}
          >
            <X size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      {saved.data && address !== '' && !isKept && name === null && (
        <Button size="small" variation="link" onClick={() => setName('')}>
          <Bookmark size={15} aria-hidden="true" />
          {t('conversations:saved.keep')}
        </Button>
      )}
      {name !== null && (
        <form className="row small" onSubmit={keep}>
          <input
            className={`field ${shared.small}`}
            aria-label={t('conversations:saved.name')}
            placeholder={t('conversations:saved.name')}
            maxLength={60}
            // biome-ignore lint/a11y/noAutofocus: it appears where a name was asked for
            autoFocus
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button
            size="small"
            type="submit"
            isLoading={save.isPending}
            isDisabled={name.trim() === '' || isTaken}
          >
            {t('conversations:saved.save')}
          </Button>
          <Button size="small" variation="link" onClick={() => setName(null)}>
            {t('common:cancel')}
          </Button>
          {isTaken && (
            <p className="note" role="status">
              {t('conversations:saved.taken')}
            </p>
          )}
        </form>
      )}
    </div>
  );
}
