import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { MOST_AT_ONCE } from '#contract/conversations/bounds';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { EXPORTS, useBulk, useExport } from '../hooks/useBulk';
import { agentsQuery } from '../queries';
import shared from './conversations.module.css';
import styles from './filters.module.css';

/** What can be done with the chosen conversations together. */
export function BulkBar({ ids, onClear }: { readonly ids: readonly string[]; readonly onClear: () => void }) {
  const { t } = useTexts();
  const agents = useQuery(agentsQuery);
  const [mayAnswer, mayDelete, mayExport] = [
    usePermission('conversations.answer'),
    usePermission('conversations.delete'),
    usePermission('data.export'),
  ];
  const [asks, setAsks] = useState(false);
  const act = useBulk(() => {
    setAsks(false);
    onClear();
  });
  const save = useExport();
  const tooMany = ids.length > MOST_AT_ONCE;
  const busy = act.isPending || save.isPending;
  return (
    <div className={styles.bulk} role="toolbar" aria-label={t('conversations:bulk.label')}>
      <span>
        {tooMany
          ? t('conversations:bulk.tooMany', { count: MOST_AT_ONCE })
          : t('conversations:bulk.chosen', { count: ids.length })}
      </span>
      {mayAnswer && (
        <Button
          size="small"
          isDisabled={busy || tooMany}
          onClick={() => act.mutate({ ids, action: 'resolve' })}
        >
          <CheckCheck size={16} aria-hidden="true" />
          {t('conversations:actions.resolve')}
        </Button>
      )}
      {mayAnswer && (
        <select
          className={`field ${shared.small}`}
          aria-label={t('conversations:assign.label')}
          value=""
          disabled={busy || tooMany}
          onChange={({ target }) => act.mutate({ ids, action: 'assign', to: target.value })}
        >
          <option value="">{t('conversations:assign.label')}</option>
          <option value="next">{t('conversations:assign.next')}</option>
          <option value="nobody">{t('conversations:assign.nobody')}</option>
          <Options of={agents.data} value={({ userId }) => userId}>
            {({ name }) => name}
          </Options>
        </select>
      )}
      {mayExport && (
        <select
          className={`field ${shared.small}`}
          aria-label={t('conversations:bulk.export')}
          value=""
          disabled={busy || tooMany}
          onChange={({ target }) => {
            const chosen = EXPORTS[Number(target.value)];
            if (chosen) save.mutate({ ids, ...chosen });
          }}
        >
          <option value="">{t('conversations:bulk.export')}</option>
          {EXPORTS.map(({ format, notes }, at) => (
            <option key={`${format} ${notes}`} value={at}>
              {notes
                ? t('conversations:bulk.withNotes', { format: format.toUpperCase() })
                : format.toUpperCase()}
            </option>
          ))}
        </select>
      )}
      {mayDelete && (
        <Button size="small" isDisabled={busy || tooMany} onClick={() => setAsks(true)}>
          <Trash2 size={16} aria-hidden="true" />
          {t('conversations:bulk.delete')}
        </Button>
      )}
      <Button size="small" variation="link" onClick={onClear}>
        {t('conversations:bulk.clear')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={t('conversations:bulk.deleteTitle', { count: ids.length })}
          confirmLabel={t('conversations:bulk.delete')}
          busy={act.isPending}
          onConfirm={() => act.mutate({ ids, action: 'delete' })}
          onCancel={() => setAsks(false)}
        >
          {t('conversations:bulk.deleteText')}
        </ConfirmDialog>
      )}
    </div>
  );
}
