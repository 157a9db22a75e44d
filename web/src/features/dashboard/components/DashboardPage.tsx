import { PLANS } from '../../../../../functions/contract/plans';
import { AlphaBanner } from '../../../components/AlphaBanner';
import { BotList } from '../../../components/BotList';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { FeedbackButton } from '../../../components/FeedbackButton';
import { LinkButton } from '../../../components/LinkButton';
import { Skeleton } from '../../../components/Loading';
import { NewBotAction } from '../../../components/NewBotAction';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { formatDate, formatNumber } from '../../../i18n/format';
import { planStateKey } from '../../../lib/plan-texts';
import { useAuth, usePermission } from '../../../lib/session';
import { useOverview } from '../hooks/useOverview';
import styles from './DashboardPage.module.css';
import { NextSteps, stepsDone } from './NextSteps';

export function DashboardPage() {
  const { t } = useTexts();
  const { profile } = useAuth();
  const overview = useOverview();
  const mayManage = usePermission('bots.manage');
  // Then the next step is what is wanted most.
  const isBeginning =
    mayManage && overview.data !== undefined && stepsDone(overview.data.bots).includes(false);
  // Names are called out whole: what comes first may be a title or a family's name. Whoever gave none has her
  // address in its place.
  const name = profile.full_name;
  const greeting = name.includes('@') ? t('dashboard:titleUnnamed') : t('dashboard:title', { name });
  return (
    <div>
      <AlphaBanner placement="dashboard" action={<FeedbackButton />} />
      <PageHeader title={greeting} name={t('common:nav.dashboard')} lead={t('dashboard:lead')}>
        {isBeginning && (
          <>
            <LinkButton to="/chat-demo">{t('dashboard:demo')}</LinkButton>
            <LinkButton to="/templates">{t('common:fromTemplate')}</LinkButton>
          </>
        )}
        {mayManage && overview.data && !isBeginning && (
          <>
            <LinkButton to="/chat-demo" variation="link">
              {t('dashboard:demo')}
            </LinkButton>
            <LinkButton to="/templates">{t('common:fromTemplate')}</LinkButton>
            <NewBotAction />
          </>
        )}
      </PageHeader>
      {overview.isPending && <Skeleton label="loading:dashboard" lines={3} shape="cards" />}
      {overview.isError && !overview.data && (
        <ErrorNotice error={overview.error} onRetry={() => void overview.refetch()} />
      )}
      {overview.data && (
        <div className={styles.parts}>
          {isBeginning && <NextSteps bots={overview.data.bots} />}
          <Figures />
          {overview.data.bots.length > 0 && (
            <section aria-labelledby="your-bots">
              <h2 id="your-bots" className={styles.heading}>
                {t('dashboard:bots')}
              </h2>
              <BotList bots={overview.data.bots.slice(0, 6)} heading="h3" />
            </section>
          )}
        </div>
      )}
    </div>
  );
}

function Figures() {
  const { t, language } = useTexts();
  const { account } = useAuth();
  const { limits } = PLANS[account.plan];
  const of = (limit: number) =>
    limit > 0
      ? t('dashboard:figures.of', { limit: formatNumber(limit, language) })
      : t('dashboard:figures.unlimited');
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t('dashboard:figures.bots')}</dt>
        <dd>{formatNumber(account.usage.bots, language)}</dd>
        <dd className={styles.small}>{of(limits.bots)}</dd>
      </div>
      <div>
        <dt>{t('dashboard:figures.documents')}</dt>
        <dd>{formatNumber(account.usage.documents, language)}</dd>
        <dd className={styles.small}>{of(limits.documents)}</dd>
      </div>
      <div>
        <dt>{t('dashboard:figures.conversations')}</dt>
        <dd>{formatNumber(account.usage.conversations, language)}</dd>
        <dd className={styles.small}>{of(limits.conversations)}</dd>
      </div>
      <div>
        <dt>{t('dashboard:figures.plan')}</dt>
        <dd>{t(`common:plan.${account.plan}`)}</dd>
        <dd className={styles.small}>
          {account.subscriptionStatus === 'trialing' && account.trialEndsAt
            ? t('dashboard:figures.trialUntil', { date: formatDate(account.trialEndsAt, language) })
            : t(planStateKey(account), { plan: t(`common:plan.${account.plan}`) })}
        </dd>
      </div>
    </dl>
  );
}
