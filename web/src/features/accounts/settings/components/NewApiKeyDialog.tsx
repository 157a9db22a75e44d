import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { ApiKeyScope, CreateApiKey, type CreatedApiKey } from '#contract/accounts/api-keys';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { apiKeysQuery } from '../queries';
import styles from './api-keys.module.css';

export function NewApiKeyDialog({
  onMade,
  onClose,
}: {
  readonly onMade: (made: CreatedApiKey) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const noScope = useId();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiKeyScope[]>(['read']);
  const [wrong, setWrong] = useState<ReadonlySet<unknown>>(new Set());
  const making = useMutation({
    mutationFn: (body: CreateApiKey) => call('createApiKey', { body }),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      onClose();
      onMade(made);
    },
  });
  const submit = () => {
    const parsed = CreateApiKey.safeParse({ name, scopes });
    setWrong(new Set(parsed.error?.issues.map(({ path }) => path[0])));
    if (parsed.success) making.mutate(parsed.data);
  };
  return (
    <FormDialog
      title={t('settings:keys.addTitle')}
      submitLabel={t('settings:keys.make')}
      busyLabel={t('settings:keys.making')}
      isBusy={making.isPending}
      error={making.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('settings:keys.name')}
        descriptiveText={t('settings:keys.nameHint')}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
        problem={wrong.has('name') ? 'settings:keys.nameWrong' : null}
      />
      <fieldset className="stack snug" aria-describedby={wrong.has('scopes') ? noScope : undefined}>
        <legend className="amplify-label parted-below-snug">{t('settings:keys.may')}</legend>
        {ApiKeyScope.options.map((scope) => (
          <label key={scope} className={styles.choice}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) =>
                setScopes(target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
              }
            />
            <span>
              {t(`settings:keys.scopes.${scope}`)}
              <small>{t(`settings:keys.scopeTexts.${scope}`)}</small>
            </span>
          </label>
        ))}
        {wrong.has('scopes') && (
          <p id={noScope} className="problem" role="alert">
            {t('settings:keys.noScope')}
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
