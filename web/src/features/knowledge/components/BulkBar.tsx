import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Document } from '../../../../../functions/contract/documents';
import { ConfirmDialog } from '../../../components/ConfirmDialog';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { formatNumber } from '../../../i18n/format';
import { deleteDocuments } from '../delete-documents';
import { forgetDocuments } from '../document-cache';
import styles from './knowledge.module.css';

/** What can be done with several documents at once: chosen are `picked` of those that are `shown`. */
export function BulkBar({
  botId,
  shown,
  picked,
  onPick,
}: {
  readonly botId: string;
  readonly shown: readonly Document[];
  readonly picked: readonly Document[];
  readonly onPick: (documents: readonly Document[]) => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const removal = useMutation({
    mutationFn: () =>
      deleteDocuments(
        botId,
        picked.map(({ id }) => id),
      ),
    onSuccess: ({ deleted, failed }) => {
      setAsking(false);
      forgetDocuments(queryClient, botId, deleted);
      onPick(picked.filter(({ id }) => failed.includes(id)));
      if (failed.length === 0)
        toast({ kind: 'success', text: t('knowledge:bulk.done', counted(deleted.length)) });
      else toast({ kind: 'error', text: t('knowledge:bulk.failed', counted(failed.length)) });
    },
  });
  const all = picked.length === shown.length;
  const passages = picked.reduce((sum, document) => sum + (document.passages ?? 0), 0);
  return (
    <div className={styles.bulk}>
      <label className={styles.pickAll}>
        <input
          type="checkbox"
          className={styles.pick}
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = picked.length > 0 && !all;
          }}
          onChange={() => onPick(all ? [] : shown)}
        />
        {picked.length > 0 ? t('knowledge:bulk.picked', counted(picked.length)) : t('knowledge:bulk.all')}
      </label>
      {picked.length > 0 && (
        <Button size="small" onClick={() => setAsking(true)}>
          <Trash2 size={15} aria-hidden="true" />
          {t('knowledge:bulk.delete')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={t('knowledge:bulk.title', counted(picked.length))}
          confirmLabel={t('knowledge:delete.action')}
          busy={removal.isPending}
          onConfirm={() => removal.mutate()}
          onCancel={() => setAsking(false)}
        >
          {t('knowledge:bulk.text', counted(passages))}
        </ConfirmDialog>
      )}
    </div>
  );
}
