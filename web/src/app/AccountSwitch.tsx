import { Check } from 'lucide-react';
import { Avatar } from '#components/Avatar.tsx';
import type { Account, SuspendedMembership } from '#contract/accounts/profile';
import { useTexts } from '#i18n/index';
import { switchAccount } from '#lib/session/account-choice';
import { useAuth } from '#lib/session/session';
import styles from './AccountSwitch.module.css';

/** The accounts that a person may act for; another one is loaded anew. Those where they are suspended say so. */
export function AccountSwitch({
  accounts,
  suspended,
  current,
}: {
  readonly accounts: readonly Account[];
  readonly suspended: readonly SuspendedMembership[];
  readonly current: Account;
}) {
  const { t } = useTexts();
  const { profile } = useAuth();
  return (
    <nav aria-label={t('common:accounts.label')}>
      <ul className={`stack tight ${styles.list}`}>
        {accounts.map(({ id, name, role, logoUrl }) => (
          <li key={id}>
            <button
              type="button"
              className={`pressable ${styles.account}`}
              aria-current={id === current.id}
              onClick={() => {
                if (id !== current.id) switchAccount(profile.id, id);
              }}
            >
              <Avatar name={name} picture={logoUrl} size="small" />
              <span className="stack bare">
                <span className={styles.name}>{name}</span>
                <span className={styles.role}>{t(`common:teamRoles.${role}`)}</span>
              </span>
              {id === current.id && <Check size={16} aria-hidden="true" />}
            </button>
          </li>
        ))}
        {suspended.map(({ id, name, by }) => (
          <li key={id}>
            <button type="button" className={`pressable ${styles.account}`} disabled>
              <span className="stack bare">
                <span className={styles.name}>{name}</span>
                <span className={styles.role}>{t(`common:accounts.suspendedBy.${by}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
