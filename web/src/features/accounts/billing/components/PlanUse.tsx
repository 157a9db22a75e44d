import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { Meter } from '#components/Meter.tsx';
import { limitsOf } from '#components/plan-limit/plan-room.ts';
import { placeWarning, SOLD_RESOURCES, type SoldResource, warningLevel } from '#contract/accounts/limits';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import styles from './billing.module.css';

/** How much of the plan is used, beside what it costs. */
export function PlanUse() {
  const { t } = useTexts();
  const { account } = useAuth();
  const limits = limitsOf(account);
  return (
    <Card title={t('billing:use.title')}>
      <ul className={`stack snug ${styles.uses}`}>
        {SOLD_RESOURCES.map((resource) => (
          <Use key={resource} resource={resource} used={account.usage[resource]} limit={limits[resource]} />
        ))}
      </ul>
      <Link to="/usage">{t('billing:use.details')}</Link>
    </Card>
  );
}

function Use({
  resource,
  used,
  limit,
}: {
  readonly resource: SoldResource;
  readonly used: number;
  readonly limit: number;
}) {
  const { t, language } = useTexts();
  const id = useId();
  const level = resource === 'conversations' ? warningLevel(used, limit) : placeWarning(used, limit);
  const figures = { used: formatNumber(used, language), limit: formatNumber(limit, language) };
  const text = limit > 0 ? t('usage:of', figures) : t('usage:unlimited', figures);
  return (
    <li>
      <span id={id}>{t(`usage:resource.${resource}`)}</span>
      <span>{text}</span>
      {limit > 0 && <Meter labelledBy={id} text={text} used={used} limit={limit} level={level} />}
    </li>
  );
}
