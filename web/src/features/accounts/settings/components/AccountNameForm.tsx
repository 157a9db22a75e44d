import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Row, Stack } from '#components/layout.tsx';
import { useToast } from '#components/toasts.tsx';
import { RenameAccount } from '#contract/accounts/account';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useAuth, usePermission } from '#lib/session/session';

/** What the account is called, by which its team and whoever is invited know it. */
export function AccountNameForm() {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { account } = useAuth();
  const mayRename = usePermission('account.own');
  const [typed, setTyped] = useState<string | null>(null);
  const [isLooked, setLooked] = useState(false);
  const value = typed ?? account.name;
  const parsed = RenameAccount.safeParse({ name: value });
  const renaming = useMutation({
    mutationFn: (body: RenameAccount) => call('renameAccount', { body }),
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.me });
      setTyped(null);
      toast({ kind: 'success', text: t('settings:account.renamed', { name }) });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setLooked(true);
        if (parsed.success) renaming.mutate(parsed.data);
      }}
    >
      <Stack>
        <TextInput
          label={t('settings:account.name')}
          descriptiveText={t(mayRename ? 'settings:account.nameHint' : 'settings:account.nameOwner')}
          autoComplete="organization"
          isReadOnly={!mayRename}
          value={value}
          onChange={({ target }) => setTyped(target.value)}
          problem={isLooked && !parsed.success ? 'settings:account.nameWrong' : null}
        />
        {renaming.isError && <ErrorNotice error={renaming.error} />}
        {mayRename && value !== account.name && (
          <Row>
            <Button type="submit" variation="primary" isLoading={renaming.isPending}>
              {t('settings:account.rename')}
            </Button>
            <Button onClick={() => setTyped(null)}>{t('common:cancel')}</Button>
          </Row>
        )}
      </Stack>
    </form>
  );
}
