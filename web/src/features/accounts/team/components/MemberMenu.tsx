import { useState } from 'react';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { useToast } from '#components/toasts.tsx';
import { AssignableRole, type TeamMember } from '#contract/accounts/team';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import { useRemoveMember, useResend, useRevoke, useTransfer, useUpdateMember } from '../queries';

type Asked = 'remove' | 'suspend' | 'transfer' | 'revoke';

/** What the reader may do with a member or an invitation; nothing where that is nothing. */
export function MemberMenu({ member }: { readonly member: TeamMember }) {
  const { t } = useTexts();
  const { profile } = useAuth();
  const toast = useToast();
  const mayManage = usePermission('team.manage');
  const mayTransfer = usePermission('team.transfer');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [update, remove, resend, revoke, transfer] = [
    useUpdateMember(),
    useRemoveMember(),
    useResend(),
    useRevoke(),
    useTransfer(),
  ];
  const { id, role, status } = member;
  const name = member.full_name ?? member.email;
  const isSelf = member.user_id === profile.id;
  const isPending = status === 'pending';
  const done = (text: string) => {
    setAsked(null);
    toast({ kind: 'success', about: name, text });
  };
  const change = (body: Parameters<typeof update.mutate>[0]['change'], text: string) =>
    update.mutate({ id, change: body }, { onSuccess: () => done(text), onError: () => setAsked(null) });

  const items: MenuItem[] = [];
  if (mayManage && isPending)
    items.push(
      {
        name: t('team:pending.resend'),
        run: () => resend.mutate(id, { onSuccess: () => done(t('team:pending.resent')) }),
      },
      { name: t('team:revoke.action'), danger: true, run: () => setAsked('revoke') },
    );
  if (mayManage && !isPending && !isSelf && role !== 'owner') {
    for (const other of AssignableRole.options.filter((option) => option !== role))
      items.push({
        name: t('team:actions.role', { role: t(`common:teamRoles.${other}`) }),
        run: () =>
          change({ role: other }, t('team:actions.roleDone', { role: t(`common:teamRoles.${other}`) })),
      });
    if (mayTransfer && status === 'active')
      items.push({ name: t('team:transfer.action'), run: () => setAsked('transfer') });
    items.push(
      status === 'suspended'
        ? {
            name: t('team:actions.reinstate'),
            run: () => change({ status: 'active' }, t('team:actions.reinstated')),
          }
        : { name: t('team:suspend.action'), run: () => setAsked('suspend') },
      { name: t('team:remove.action'), danger: true, run: () => setAsked('remove') },
    );
  }
  const cancel = () => setAsked(null);
  const confirm: Readonly<Record<Asked, () => void>> = {
    remove: () => remove.mutate(id, { onSuccess: () => done(t('team:remove.done')), onError: cancel }),
    revoke: () => revoke.mutate(id, { onSuccess: () => done(t('team:revoke.done')), onError: cancel }),
    transfer: () => transfer.mutate(id, { onSuccess: () => done(t('team:transfer.done')), onError: cancel }),
    suspend: () => change({ status: 'suspended' }, t('team:suspend.done')),
  };
  const isBusy = [update, remove, revoke, transfer].some((mutation) => mutation.isPending);
  return (
    <>
      {items.length > 0 && <Menu label={t('team:actions.label', { name })} items={items} />}
      {asked && (
        <ConfirmDialog
          title={t(`team:${asked}.title`)}
          about={name}
          confirmLabel={t(`team:${asked}.action`)}
          isHarmless={asked === 'transfer'}
          busy={isBusy}
          onConfirm={confirm[asked]}
          onCancel={cancel}
        >
          {t(`team:${asked}.text`)}
        </ConfirmDialog>
      )}
    </>
  );
}
