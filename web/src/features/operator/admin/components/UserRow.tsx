import { useState } from 'react';
import { Avatar } from '#components/Avatar.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { Menu, type MenuItem } from '#components/Menu.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import { type ActOnUser, type AdminUser, BAN_REASON } from '#contract/operator/admin';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useActOnUser } from '../queries';
import styles from './admin.module.css';
import { ReasonDialog } from './ReasonDialog';

type Action = ActOnUser['action'];
const TONES = { active: 'good', inactive: 'neutral', banned: 'bad' } as const;

/** A user, and what an administrator may do with them. */
export function UserRow({ user }: { readonly user: AdminUser }) {
  const { t, language } = useTexts();
  const { profile } = useAuth();
  const toast = useToast();
  const act = useActOnUser();
  const [asked, setAsked] = useState<Action | null>(null);
  const { id, name, email, company, role, status, banReason, lastSeen, createdAt } = user;
  const isSelf = id === profile.id;
  const close = () => setAsked(null);
  const run = (body: ActOnUser) =>
    act.mutate(
      { id, act: body },
      {
        onSuccess: () => toast({ kind: 'success', about: name, text: t(`admin:users.${body.action}.done`) }),
        onSettled: close,
      },
    );
  const ask = (action: Action): MenuItem => ({
    name: t(`admin:users.${action}.action`),
    danger: action === 'ban',
    run: () => setAsked(action),
  });
  const items = isSelf
    ? []
    : [
        ...(status === 'banned' ? [] : [ask(role === 'admin' ? 'demote' : 'promote')]),
        ...(status === 'banned' ? [ask('unban')] : role === 'admin' ? [] : [ask('ban')]),
      ];
  return (
    <li className={styles.item}>
      <Avatar name={name} />
      <div className="stack tight grows long">
        <p>
          <strong>{name}</strong>
          {isSelf && <span className="muted"> {t('admin:users.you')}</span>}
        </p>
        <p className="muted">
          {email}
          {company && <> · {company}</>}
        </p>
        <p className="muted">
          {t('admin:users.since', { date: formatDate(createdAt, language) })}
          {lastSeen && <> · {t('admin:users.seen', { date: formatDate(lastSeen, language) })}</>}
        </p>
        {banReason && <p className="muted">{t('admin:users.reason', { reason: banReason })}</p>}
      </div>
      <div className={`row ${styles.state}`}>
        <span className="muted">{t(`admin:roles.${role === 'admin' ? 'admin' : 'user'}`)}</span>
        <StatusPill tone={TONES[status]}>{t(`admin:userStatus.${status}`)}</StatusPill>
        {items.length > 0 && <Menu label={t('admin:users.actions', { name })} items={items} />}
      </div>
      {asked === 'ban' && (
        <ReasonDialog
          title={t('admin:users.ban.title')}
          name={name}
          label={t('admin:users.ban.reason')}
          hint={t('admin:users.ban.reasonHint')}
          length={BAN_REASON}
          problem="admin:users.ban.reasonWrong"
          submitLabel={t('admin:users.ban.action')}
          busy={act.isPending}
          autoFocus
          onReason={(reason) => run({ action: 'ban', reason })}
          onClose={close}
        >
          <p>{t('admin:users.ban.text')}</p>
        </ReasonDialog>
      )}
      {asked && asked !== 'ban' && (
        <ConfirmDialog
          title={t(`admin:users.${asked}.title`)}
          about={name}
          confirmLabel={t(`admin:users.${asked}.action`)}
          isHarmless={asked !== 'demote'}
          busy={act.isPending}
          onConfirm={() => run({ action: asked })}
          onCancel={close}
        >
          {t(`admin:users.${asked}.text`)}
        </ConfirmDialog>
      )}
    </li>
  );
}
