import { Button } from '@aws-amplify/ui-react';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Avatar } from '#components/Avatar.tsx';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { Card } from '#components/Card.tsx';
import { LanguageSwitch } from '#components/LanguageSwitch.tsx';
import { Stack } from '#components/layout.tsx';
import { PictureChooser } from '#components/PictureChooser.tsx';
import { SignOutButton } from '#components/SignOutButton.tsx';
import { ThemeSwitch } from '#components/ThemeSwitch.tsx';
import { RoleBadge } from '#features/accounts/components/RoleBadge.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth } from '#lib/session/session';
import { useTitle } from '#lib/use-title';
import { EmailDialog } from './EmailDialog';
import { PlanCard } from './PlanCard';
import { ProfileDetails } from './ProfileDetails';
import { ProfileForm } from './ProfileForm';
import styles from './profile.module.css';

export function ProfilePage() {
  const { t } = useTexts();
  const { profile } = useAuth();
  const [isEditing, setEditing] = useState(false);
  const [isChangingEmail, setChangingEmail] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  useTitle(t('profile:title'));
  const queryClient = useQueryClient();
  const changed = async (call: Promise<unknown>) => {
    await call;
    await queryClient.invalidateQueries({ queryKey: queryKeys.me });
  };

  // The form, and with it what had the focus, has gone: back to where it was opened.
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <div>
      <Breadcrumbs here={t('profile:title')} />
      <header className={`row ${styles.head}`}>
        <Avatar name={profile.full_name} picture={profile.avatar_url} size="large" />
        <div className={styles.words}>
          <h1>{profile.full_name}</h1>
          <p className={`line ${styles.email}`}>
            <span className="cut">{profile.email}</span>
            <Button size="small" variation="link" onClick={() => setChangingEmail(true)}>
              {t('profile:email.change')}
            </Button>
          </p>
          <RoleBadge role={profile.role} />
        </div>
        <div className={`row small ${styles.actions}`}>
          {!isEditing && (
            <Button ref={edit} variation="primary" onClick={() => setEditing(true)}>
              <Pencil size={16} aria-hidden="true" />
              {t('profile:edit')}
            </Button>
          )}
          <SignOutButton />
        </div>
      </header>
      {isChangingEmail && <EmailDialog onClose={() => setChangingEmail(false)} />}
      <div className={styles.parts}>
        <Card title={t('profile:details')}>
          <Stack gap="large">
            <PictureChooser
              label={t('profile:picture')}
              isThere={profile.avatar_url !== null}
              upload={(data) => changed(call('uploadPicture', { body: { data } }))}
              remove={() => changed(call('removePicture', {}))}
            />
            {isEditing ? (
              <ProfileForm profile={profile} onDone={() => setEditing(false)} />
            ) : (
              <ProfileDetails profile={profile} />
            )}
          </Stack>
        </Card>
        <div className={styles.side}>
          <PlanCard />
          <Card title={t('profile:preferences')}>
            <div className="stack">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          </Card>
        </div>
      </div>
    </div>
  );
}
