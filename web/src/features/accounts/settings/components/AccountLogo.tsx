import { useQueryClient } from '@tanstack/react-query';
import { Avatar } from '#components/Avatar.tsx';
import { PictureChooser } from '#components/PictureChooser.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth, usePermission } from '#lib/session/session';

/** The picture by which people with several accounts tell them apart. Its owner chooses it. */
export function AccountLogo() {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const { account } = useAuth();
  const mayChange = usePermission('account.own');
  const changed = async (answer: Promise<unknown>) => {
    await answer;
    await queryClient.invalidateQueries({ queryKey: queryKeys.me });
  };
  if (!mayChange) return null;
  return (
    <PictureChooser
      label={t('settings:account.logo')}
      picture={<Avatar name={account.name} picture={account.logoUrl} size="large" />}
      isThere={account.logoUrl !== null}
      upload={(data) => changed(call('uploadLogo', { body: { data } }))}
      remove={() => changed(call('removeLogo', {}))}
    />
  );
}
