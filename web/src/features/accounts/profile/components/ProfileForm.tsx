import { Alert, Button } from '@aws-amplify/ui-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { TextInput } from '#components/form/TextInput.tsx';
import { useToast } from '#components/toasts.tsx';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import { CompanyName, FullName, type Me, type Profile } from '#contract/accounts/profile';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { problemOf, ruleOf } from '#lib/form-errors';
import { queryKeys } from '#lib/query-keys';
import { updateProfile } from '../api/update-profile';
import { saveFailure } from '../failures';
import styles from './profile.module.css';

const RULES = {
  fullName: ruleOf(FullName, {
    empty: 'profile:fields.nameRequired',
    too_big: 'profile:fields.nameLong',
    otherwise: 'profile:fields.nameShort',
  }),
  companyName: ruleOf(CompanyName, { otherwise: 'profile:fields.companyLong' }),
};

export function ProfileForm({ profile, onDone }: { readonly profile: Profile; readonly onDone: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { fullName: profile.full_name, companyName: profile.company_name ?? '' },
  });
  const { errors, dirtyFields, isDirty, isSubmitting, isSubmitSuccessful } = formState;
  useEffect(() => setFocus('fullName'), [setFocus]);

  const submit = handleSubmit(async ({ fullName, companyName }) => {
    setFailure(null);
    try {
      // Only what was changed here: what another window saved meanwhile is not taken back.
      const saved = await updateProfile({
        ...(dirtyFields.fullName && { fullName: fullName.trim() }),
        ...(dirtyFields.companyName && { companyName: companyName.trim() || null }),
      });
      queryClient.setQueryData<Me>(queryKeys.me, (me) => me && { ...me, profile: saved });
      toast({ kind: 'success', text: t('profile:messages.success') });
      onDone();
    } catch (error) {
      setFailure(saveFailure(error));
    }
  });

  return (
    <form
      className={`stack ${styles.form}`}
      onSubmit={(event) => void submit(event)}
      aria-label={t('profile:edit')}
      noValidate
    >
      <UnsavedGuard unsaved={isDirty && !isSubmitting && !(isSubmitSuccessful && failure === null)} />
      {failure && <Alert variation="error">{t(failure)}</Alert>}
      <TextInput
        label={t('profile:fields.email')}
        value={profile.email}
        descriptiveText={t('profile:emailHint')}
        isReadOnly
        autoComplete="email"
      />
      <TextInput
        label={t('profile:fields.fullName')}
        autoComplete="name"
        isRequired
        problem={problemOf(errors.fullName)}
        {...register('fullName', RULES.fullName)}
      />
      <TextInput
        label={t('profile:fields.companyOptional')}
        autoComplete="organization"
        problem={problemOf(errors.companyName)}
        {...register('companyName', RULES.companyName)}
      />
      <div className={`row small ${styles.formActions}`}>
        <Button type="submit" variation="primary" isLoading={isSubmitting} loadingText={t('profile:saving')}>
          {t('profile:save')}
        </Button>
        <Button onClick={onDone} isDisabled={isSubmitting}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
