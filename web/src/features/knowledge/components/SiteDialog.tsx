import { SelectField } from '@aws-amplify/ui-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormDialog } from '#components/FormDialog.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { AddSite, SiteSchedule, SiteScope } from '#contract/knowledge/sites';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { call } from '#lib/api';
import { ApiError } from '#lib/api-error';
import { knowledgeKeys } from '../queries';
import styles from './sites.module.css';

export function SiteDialog({ botId, onClose }: { readonly botId: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState('');
  const [scope, setScope] = useState<SiteScope>('site');
  const [schedule, setSchedule] = useState<SiteSchedule>('weekly');
  const [problem, setProblem] = useState<TranslationKey | null>(null);
  const adding = useMutation({
    mutationFn: (input: AddSite) => call('addSite', { params: { botId }, body: input }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: knowledgeKeys.sites(botId) });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && 'url' in error.fields) setProblem('sites:dialog.urlRefused');
    },
  });
  const submit = () => {
    const parsed = AddSite.safeParse({ url, scope, schedule });
    if (parsed.success) adding.mutate(parsed.data);
    else setProblem('sites:dialog.urlWrong');
  };
  return (
    <FormDialog
      title={t('sites:dialog.title')}
      submitLabel={t('sites:dialog.add')}
      isBusy={adding.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        type="url"
        inputMode="url"
        label={t('sites:dialog.url')}
        descriptiveText={t('sites:dialog.urlHint')}
        placeholder="https://www.example.com/help"
        autoComplete="off"
        isRequired
        value={url}
        onChange={({ target }) => {
          setUrl(target.value);
          setProblem(null);
        }}
        problem={problem}
      />
      <div>
        <Segmented
          label={t('sites:dialog.scope')}
          value={scope}
          onChange={setScope}
          options={SiteScope.options.map((value) => ({ value, label: t(`sites:scopes.${value}`) }))}
        />
        <p className={`muted ${styles.hint}`}>{t(`sites:scopeHints.${scope}`)}</p>
      </div>
      <SelectField
        label={t('sites:schedule')}
        value={schedule}
        onChange={({ target }) => setSchedule(target.value as SiteSchedule)}
      >
        <Options of={SiteSchedule.options}>{(value) => t(`sites:schedules.${value}`)}</Options>
      </SelectField>
      <p className={`muted ${styles.hint}`}>{t('sites:dialog.counts')}</p>
      {adding.isError && problem === null && <ErrorNotice error={adding.error} />}
    </FormDialog>
  );
}
