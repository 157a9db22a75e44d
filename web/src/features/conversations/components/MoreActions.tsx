import { FileDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import type { Conversation } from '#contract/conversations/inbox';
import { useTexts } from '#i18n/index';
import { usePermission } from '#lib/session/session';
import { EXPORTS, useBulk, useExport } from '../hooks/useBulk';

/** What is done with a conversation now and then: a file of it, and its deletion. */
export function MoreActions({
  conversation: { id },
  actions,
}: {
  readonly conversation: Conversation;
  /** Of its status. */
  readonly actions: readonly MenuItem[];
}) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [mayDelete, mayExport] = [usePermission('conversations.delete'), usePermission('data.export')];
  const [asks, setAsks] = useState(false);
  const save = useExport();
  const act = useBulk(() => {
    setAsks(false);
    void navigate({ pathname: '/conversations', search });
  });
  const items: MenuItem[] = [
    ...actions,
    ...(mayExport
      ? EXPORTS.map(({ format, notes }) => ({
          name: `${t('conversations:bulk.export')} ${
            notes ? t('conversations:bulk.withNotes', { format: format.toUpperCase() }) : format.toUpperCase()
          }`,
          icon: <FileDown size={17} aria-hidden="true" />,
          run: () => save.mutate({ ids: [id], format, notes }),
        }))
      : []),
    ...(mayDelete
      ? [
          {
            name: t('conversations:bulk.delete'),
            icon: <Trash2 size={17} aria-hidden="true" />,
            danger: true,
            run: () => setAsks(true),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <>
      <Menu label={t('conversations:moreActions')} items={items} />
      {asks && (
        <ConfirmDialog
          title={t('conversations:bulk.deleteTitle', { count: 1 })}
          confirmLabel={t('conversations:bulk.delete')}
          busy={act.isPending}
          onConfirm={() => act.mutate({ ids: [id], action: 'delete' })}
          onCancel={() => setAsks(false)}
        >
          {t('conversations:bulk.deleteText')}
        </ConfirmDialog>
      )}
    </>
  );
}
