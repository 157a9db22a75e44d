import { PROFILE_ROLES } from '#contract/base/permissions';
import { useTexts } from '#i18n/index';
import styles from './RoleBadge.module.css';

/** A person's role on the platform. One that this version doesn't know is shown as it is, in neutral colours. */
export function RoleBadge({ role }: { readonly role: string }) {
  const { t } = useTexts();
  const known = PROFILE_ROLES.find((option) => option === role);
  return (
    <span className={styles.badge} data-role={known ?? 'unknown'}>
      {known ? t(`common:roles.${known}`) : role}
    </span>
  );
}
