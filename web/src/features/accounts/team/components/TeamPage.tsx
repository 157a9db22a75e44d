import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { LogOut, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { TEAM_ROLES } from '#contract/base/permissions';
import { useTexts } from '#i18n/index';
import { useLiveStatus } from '#lib/live-context';
import { useAuth, usePermission } from '#lib/session/session';
import { useAddressAction } from '#lib/use-address-action';
import { teamQuery, useLeave } from '../queries';
import { InviteDialog } from './InviteDialog';
import { MemberRow } from './MemberRow';
import { TeamUsage } from './TeamUsage';
import styles from './team.module.css';

/** While no socket tells of changes. */
const ASK_AGAIN = 20_000;

export function TeamPage() {
  const { t } = useTexts();
  const { account } = useAuth();
  const isLive = useLiveStatus() === 'open';
  const team = useQuery({ ...teamQuery, refetchInterval: isLive ? false : ASK_AGAIN });
  const mayManage = usePermission('team.manage');
  const mayLeave = usePermission('team.leave');
  const leave = useLeave();
  const [open, setOpen] = useState<'invite' | 'leave' | null>(null);
  const [isInviteAsked, forgetInvite] = useAddressAction('invite');
  const close = () => {
    setOpen(null);
    forgetInvite();
  };
  const usage = team.data?.usage;
  const isFull = usage !== undefined && usage.limit > 0 && usage.used >= usage.limit;
  const mayInvite = mayManage && usage !== undefined && !isFull && usage.plan !== 'free';
  const members = team.data?.items.filter(({ status }) => status !== 'pending') ?? [];
  const pending = team.data?.items.filter(({ status }) => status === 'pending') ?? [];
  return (
    <div>
      <PageHeader title={t('team:title')} lead={t('team:lead', { account: account.name })}>
        {mayLeave && (
          <Button onClick={() => setOpen('leave')}>
            <LogOut size={16} aria-hidden="true" />
            {t('team:leave.action')}
          </Button>
        )}
        {mayInvite && (
          <Button variation="primary" onClick={() => setOpen('invite')}>
            <UserPlus size={16} aria-hidden="true" />
            {t('team:invite.action')}
          </Button>
        )}
      </PageHeader>
      {team.isPending && <Skeleton label="loading:default" lines={5} shape="rows" />}
      {team.isError && !team.data && <LoadFailed error={team.error} onRetry={() => void team.refetch()} />}
      {team.data && (
        <div className="stack">
          <TeamUsage usage={team.data.usage} mayManage={mayManage} />
          <Card title={t('team:members')}>
            <ul className="divided">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ul>
            {members.length === 1 && pending.length === 0 && mayManage && (
              <EmptyState icon={<Users size={28} />} title={t('team:empty.title')} heading="h3">
                {t('team:empty.text')}
              </EmptyState>
            )}
          </Card>
          {(mayManage || pending.length > 0) && (
            <Card title={t('team:pending.title')} lead={t('team:pending.lead')}>
              {pending.length === 0 ? (
                <p className="muted">{t('team:pending.none')}</p>
              ) : (
                <ul className="divided">
                  {pending.map((member) => (
                    <MemberRow key={member.id} member={member} />
                  ))}
                </ul>
              )}
            </Card>
          )}
          <Card title={t('team:roles.title')}>
            <dl className={`stack snug ${styles.roles}`}>
              {TEAM_ROLES.map((role) => (
                <div key={role}>
                  <dt className="strong">{t(`common:teamRoles.${role}`)}</dt>
                  <dd>{t(`team:roles.${role}`)}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </div>
      )}
      {mayInvite && (open === 'invite' || isInviteAsked) && <InviteDialog onClose={close} />}
      {open === 'leave' && (
        <ConfirmDialog
          title={t('team:leave.title')}
          about={account.name}
          confirmLabel={t('team:leave.action')}
          busy={leave.isPending}
          onConfirm={() => leave.mutate(undefined, { onError: close })}
          onCancel={close}
        >
          {t('team:leave.text')}
        </ConfirmDialog>
      )}
    </div>
  );
}
