import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { EmptyState } from '#components/EmptyState.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { permits } from '#contract/base/permissions';
import type { ReportSchedule } from '#contract/insight/reports';
import { ExportMenu } from '#features/insight/exports/ExportMenu.tsx';
import { lastDays } from '#features/insight/last-days.ts';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { draftOfSchedule, emptyDraft, type ScheduleDraft } from '../draft';
import { schedulesQuery } from '../queries';
import { ExportsCard } from './ExportsCard';
import { ScheduleItem } from './ScheduleItem';
import { TemplatesCard } from './TemplatesCard';

const ScheduleDialog = lazy(async () => ({ default: (await import('./ScheduleDialog')).ScheduleDialog }));

interface Editing {
  readonly draft: ScheduleDraft;
  readonly schedule: ReportSchedule | null;
}

/** Reports that are sent by the clock, templates for them, and the files of the last days. */
export function ReportsPage() {
  const { t, language } = useTexts();
  const { profile, account } = useAuth();
  const mayExport = permits('data.export', { profile: profile.role, team: account.role });
  const schedules = useQuery({ ...schedulesQuery, enabled: mayExport });
  const [editing, setEditing] = useState<Editing | null>(null);
  const beginning = {
    language,
    timeZone: account.timeZone,
    email: profile.email,
  };
  const { items = [], limit = 0, recipientLimit = 0 } = schedules.data ?? {};
  const isFull = limit > 0 && items.length >= limit;
  if (!mayExport)
    return (
      <>
        <PageHeader title={t('reports:title')} />
        <EmptyState icon={<CalendarClock size={28} />} title={t('reports:forbidden')}>
          {t('reports:forbiddenText')}
        </EmptyState>
      </>
    );
  const add = (
    <Button
      variation="primary"
      isDisabled={isFull || !schedules.data}
      onClick={() => setEditing({ draft: emptyDraft(beginning), schedule: null })}
    >
      <Plus size={16} aria-hidden="true" />
      {t('reports:schedules.new')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('reports:title')} lead={t('reports:lead')}>
        <ExportMenu
          title={t('reports:export.defaultTitle')}
          views={['overview']}
          botIds={[]}
          {...lastDays(30, account.timeZone)}
        />
        {add}
      </PageHeader>
      <div className="stack">
        <Card title={t('reports:schedules.title')} lead={t('reports:schedules.lead')}>
          <NotLoaded query={schedules} label="loading:analytics" lines={3} shape="rows" />
          {schedules.data && items.length === 0 && (
            <EmptyState icon={<CalendarClock size={28} />} title={t('reports:schedules.none')} heading="h3">
              {t('reports:schedules.noneText')}
            </EmptyState>
          )}
          {items.length > 0 && (
            <ul className="stack bare">
              {items.map((schedule) => (
                <ScheduleItem
                  key={schedule.id}
                  schedule={schedule}
                  onEdit={() => setEditing({ draft: draftOfSchedule(schedule), schedule })}
                />
              ))}
            </ul>
          )}
          {isFull && <p className="muted long">{t('reports:schedules.full', { count: limit })}</p>}
        </Card>
        <TemplatesCard
          beginning={beginning}
          mayUse={!isFull && schedules.data !== undefined}
          onUse={(draft) => setEditing({ draft, schedule: null })}
        />
        <ExportsCard />
      </div>
      <Suspense fallback={null}>
        {editing && (
          <ScheduleDialog {...editing} recipientLimit={recipientLimit} onClose={() => setEditing(null)} />
        )}
      </Suspense>
    </>
  );
}
