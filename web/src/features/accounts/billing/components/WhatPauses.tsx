import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { PlanId } from '#contract/accounts/plans';
import { OverLimits, overLimits } from '#features/accounts/components/OverLimits.tsx';
import { useTexts } from '#i18n/index';
import { pausesQuery } from '../queries';

/** Names that are listed before the others are only counted. */
const MOST = 5;

/**
 * What a plan has no place for, and what stays beyond its limits, said before anyone changes to it. What can't be told
 * keeps nobody from changing.
 */
export function WhatPauses({ plan }: { readonly plan: PlanId }) {
  const { t } = useTexts();
  const { data } = useQuery(pausesQuery(plan));
  const bots = data?.bots.pause ?? [];
  const members = data?.teamMembers.pause ?? [];
  if (!data || bots.length + members.length + overLimits(data).length === 0) return null;
  const names = (all: readonly { readonly name: string }[]) =>
    all.length > MOST
      ? t('billing:pauses.more', {
          names: all
            .slice(0, MOST)
            .map(({ name }) => name)
            .join(', '),
          count: all.length - MOST,
        })
      : all.map(({ name }) => name).join(', ');
  return (
    <>
      {bots.length > 0 && <p>{t('billing:pauses.bots', { names: names(bots) })}</p>}
      {members.length > 0 && <p>{t('billing:pauses.members', { names: names(members) })}</p>}
      <OverLimits preview={data} />
      <p>
        <Link to={`/usage?plan=${plan}`}>{t('billing:pauses.choose')}</Link>
      </p>
    </>
  );
}
