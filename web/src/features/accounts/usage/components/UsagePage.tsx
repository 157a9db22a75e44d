import { Alert, Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Card } from '#components/Card.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { limitsOf } from '#components/plan-limit/plan-room.ts';
import { SOLD_RESOURCES } from '#contract/accounts/limits';
import { UNKNOWN_USAGE, type Usage } from '#contract/accounts/usage';
import { formatDate, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth, useMayChoosePlan, usePermission } from '#lib/session/session';
import { usageQuery } from '../queries';
import { History } from './History';
import { PlanChange } from './PlanChange';
import { ResourceUse } from './ResourceUse';
import styles from './usage.module.css';

/** What the account uses of its plan, this month and in those before, and what another plan would change. */
export function UsagePage() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const mayChoose = useMayChoosePlan();
  const mayPlan = usePermission('settings.edit');
  const { data: usage, ...query } = useQuery(usageQuery);
  const plan = usage?.plan ?? account.plan;
  const limits = limitsOf({ ...account, plan });
  const isUnknown = query.isError && !usage;
  return (
    <div>
      <PageHeader
        title={t('usage:title')}
        lead={
          usage
            ? t('usage:lead', {
                plan: t(`common:plan.${plan}`),
                from: formatDate(usage.periodStart, language),
                until: formatDate(usage.periodEnd, language),
              })
            : t('usage:leadPlan', { plan: t(`common:plan.${plan}`) })
        }
      >
        {mayChoose && plan !== 'enterprise' && (
          <LinkButton to="/billing" variation="primary">
            {t('common:planLimit.upgrade')}
          </LinkButton>
        )}
      </PageHeader>
      {query.isPending && <Skeleton label="loading:default" lines={4} shape="cards" />}
      {isUnknown && (
        <Alert variation="error" heading={t('usage:unknown.heading')}>
          <div className="row">
            <span>{t('usage:unknown.text')}</span>
            <Button size="small" onClick={() => void query.refetch()}>
              <RotateCw size={15} aria-hidden="true" />
              {t('common:tryAgain')}
            </Button>
          </div>
        </Alert>
      )}
      {(usage || isUnknown) && (
        <div className="stack">
          {!mayChoose && <p className="muted">{t('common:planLimit.askOwner')}</p>}
          {usage && usage.paused.bots + usage.paused.teamMembers > 0 && (
            <Alert variation="warning" heading={t('usage:paused.heading')}>
              {usage.paused.bots > 0 && <p>{t('usage:paused.bots', { count: usage.paused.bots })}</p>}
              {usage.paused.teamMembers > 0 && (
                <p>{t('usage:paused.teamMembers', { count: usage.paused.teamMembers })}</p>
              )}
            </Alert>
          )}
          <ul className={`stack ${styles.uses}`}>
            {SOLD_RESOURCES.map((resource) => (
              <ResourceUse
                key={resource}
                resource={resource}
                use={usage?.[resource] ?? { used: UNKNOWN_USAGE[resource], limit: limits[resource] }}
                isKnown={usage !== undefined}
              >
                {resource === 'bots' && usage && (
                  <p className="muted">
                    {usage.allBots.limit > 0
                      ? t('usage:drafts', {
                          used: formatNumber(usage.allBots.used, language),
                          limit: formatNumber(usage.allBots.limit, language),
                        })
                      : t('usage:draftsUnlimited', { used: formatNumber(usage.allBots.used, language) })}
                  </p>
                )}
              </ResourceUse>
            ))}
          </ul>
          {usage && <ByBot usage={usage} />}
          {mayPlan && <PlanChange key={plan} current={plan} />}
          {usage && <History usage={usage} />}
        </div>
      )}
    </div>
  );
}

function ByBot({ usage: { byBot, conversations } }: { readonly usage: Usage }) {
  const { t, language } = useTexts();
  if (conversations.used === 0) return null;
  return (
    <Card title={t('usage:byBot.title')} lead={t('usage:byBot.lead')}>
      {byBot.length === 0 ? (
        <p className="muted">{t('usage:byBot.none')}</p>
      ) : (
        <ol className={`divided ${styles.shares}`}>
          {byBot.map(({ botId, botName, conversations: count }) => (
            <li key={botId}>
              <span className="shrinks long">{botName || t('usage:byBot.erased')}</span>
              <b>{formatNumber(count, language)}</b>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
