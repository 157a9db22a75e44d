import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { PlanLimitNotice } from '#components/plan-limit/PlanLimitNotice.tsx';
import { limitOf } from '#components/plan-limit/plan-limit.ts';
import { hasRoomForBot } from '#components/plan-limit/plan-room.ts';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import { NewBotForm } from './NewBotForm';

export function NewBotPage() {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const { account } = useAuth();
  const room = hasRoomForBot(account);
  // Once shown the form stays, whatever is counted meanwhile: the server decides, and nothing typed is lost.
  const [begun, setBegun] = useState(room);
  if (room && !begun) setBegun(true);
  if (!mayManage) return <Navigate to="/bots" replace />;
  return (
    <div>
      <Breadcrumbs trail={[{ to: '/bots', name: t('bots:list.title') }]} here={t('bots:new.title')} />
      <PageHeader title={t('bots:new.title')} lead={begun ? t('bots:new.lead') : undefined}>
        {begun && <LinkButton to="/templates">{t('common:fromTemplate')}</LinkButton>}
      </PageHeader>
      {begun ? <NewBotForm /> : <PlanLimitNotice limit={limitOf(account, 'allBots')} />}
    </div>
  );
}
