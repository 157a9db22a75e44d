import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/index';
import { switchAccount } from '#lib/session/account-choice';
import { useAuth } from '#lib/session/session';
import { EmptyState } from '../../../components/EmptyState';

/** In place of what the window's account doesn't have: offers the account of the reader's that has it, if one does. */
export function OtherAccount({
  id,
  find,
  isMissing,
  children,
}: {
  /** What is looked for. */
  readonly id: string;
  /** Fails where the account doesn't have it. */
  readonly find: (accountId: string) => Promise<unknown>;
  /** Whether this account doesn't have it, and nothing else went wrong. */
  readonly isMissing: boolean;
  /** Where no account has it. */
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const { profile, account, accounts } = useAuth();
  const others = accounts.filter((other) => other.id !== account.id);
  const search = useQuery({
    queryKey: ['elsewhere', id],
    queryFn: async () => {
      const results = await Promise.allSettled(others.map((other) => find(other.id)));
      return others[results.findIndex(({ status }) => status === 'fulfilled')] ?? null;
    },
    enabled: isMissing && others.length > 0,
  });
  if (!search.data) return search.isLoading ? null : children;
  const { id: accountId, name } = search.data;
  return (
    <EmptyState
      heading="h1"
      icon={<ArrowLeftRight size={28} />}
      title={t('common:accounts.elsewhere')}
      action={
        <Button
          variation="primary"
          onClick={() => switchAccount(profile.id, accountId, location.pathname + location.search)}
        >
          {t('common:accounts.switch', { name })}
        </Button>
      }
    >
      {t('common:accounts.elsewhereText', { name })}
    </EmptyState>
  );
}
