import { useInfiniteQuery } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { useTexts } from '#i18n/index';
import { useSettled } from '#lib/use-settled';
import { usersQuery } from '../queries';
import { AccountSearch } from './AccountSearch';
import styles from './admin.module.css';
import { Listing } from './Listing';
import { UserRow } from './UserRow';

const TYPING_MS = 250;

/** Users of the platform, found by address or name. */
export function UsersPage() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const users = useInfiniteQuery(usersQuery(useSettled(search.trim(), TYPING_MS)));
  return (
    <Card title={t('admin:pages.users')} lead={t('admin:users.lead')}>
      <div className={styles.filters}>
        <AccountSearch label={t('admin:users.search')} value={search} onChange={setSearch} />
      </div>
      <Listing
        query={users}
        empty={{
          icon: <UserSearch size={28} />,
          title: t('admin:users.none'),
          text: t('admin:users.noneText'),
        }}
      >
        {(user) => <UserRow key={user.id} user={user} />}
      </Listing>
    </Card>
  );
}
