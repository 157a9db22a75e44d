import { Alert, Button, SelectField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextAreaInput } from '#components/form/TextAreaInput.tsx';
import { NotLoaded } from '#components/NotLoaded.tsx';
import { Toggle } from '#components/Toggle.tsx';
import { useToast } from '#components/toasts.tsx';
import {
  FlagName,
  type Notice,
  UpdateSettings,
  type VersionedSettings,
} from '#contract/accounts/platform-settings';
import { Language } from '#contract/accounts/profile';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { errorCode } from '#lib/api-error';
import { settingsQuery, useUpdateSettings } from '../queries';
import { LimitsTable, type LimitTexts, overridesOf, textsOf } from './LimitsTable';

const NOTICE_LENGTH = 400;

/** What administrators set for the whole platform. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery);
  if (!settings.data) return <NotLoaded query={settings} label="loading:default" lines={8} />;
  return <SettingsForm key={settings.data.version} settings={settings.data} />;
}

interface Draft {
  readonly isNoticeShown: boolean;
  readonly notice: Notice;
  readonly signUpOpen: boolean;
  readonly answerModel: string;
  readonly limits: LimitTexts;
  readonly flags: VersionedSettings['flags'];
}

function draftOf(settings: VersionedSettings): Draft {
  return {
    isNoticeShown: settings.maintenance !== null,
    notice: settings.maintenance ?? { en: '', de: '' },
    signUpOpen: settings.signUpOpen,
    answerModel: settings.answerModel ?? '',
    limits: textsOf(settings.limits),
    flags: settings.flags,
  };
}

function SettingsForm({ settings }: { readonly settings: VersionedSettings }) {
  const { t } = useTexts();
  const toast = useToast();
  const update = useUpdateSettings();
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [isChecked, setChecked] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const limits = overridesOf(draft.limits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (limits === null || Language.options.some((language) => noticeProblem(draft, language))) return;
    update.mutate(
      UpdateSettings.parse({
        version: settings.version,
        maintenance: draft.isNoticeShown ? draft.notice : null,
        signUpOpen: draft.signUpOpen,
        answerModel: draft.answerModel === '' ? null : draft.answerModel,
        limits,
        flags: draft.flags,
      }),
      { onSuccess: () => toast({ kind: 'success', text: t('admin:settings.saved') }) },
    );
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <MaintenanceCard draft={draft} isChecked={isChecked} onChange={set} />
      <Card title={t('admin:settings.access')}>
        <div className="stack">
          <Toggle
            label={t('admin:settings.signUp')}
            hint={t('admin:settings.signUpHint')}
            checked={draft.signUpOpen}
            onChange={(signUpOpen) => set({ signUpOpen })}
          />
          <SelectField
            label={t('admin:settings.model')}
            descriptiveText={t('admin:settings.modelHint')}
            value={draft.answerModel}
            onChange={({ target }) => set({ answerModel: target.value })}
          >
            <option value="">{t('admin:settings.stageModel')}</option>
            <Options of={settings.models} />
          </SelectField>
        </div>
      </Card>
      <Card title={t('admin:settings.limits')} lead={t('admin:settings.limitsLead')}>
        <LimitsTable
          texts={draft.limits}
          isWrong={isChecked && limits === null}
          onChange={(changed) => set({ limits: changed })}
        />
      </Card>
      <Card title={t('admin:settings.flags')} lead={t('admin:settings.flagsLead')}>
        <div className="stack">
          {FlagName.options.map((flag) => (
            <Toggle
              key={flag}
              label={t(`admin:flags.${flag}.name`)}
              hint={t(`admin:flags.${flag}.text`)}
              checked={draft.flags[flag]}
              onChange={(on) => set({ flags: { ...draft.flags, [flag]: on } })}
            />
          ))}
        </div>
      </Card>
      {update.isError && errorCode(update.error) === 'admin.settings_conflict' ? (
        <Alert variation="warning">{t('admin:settings.conflict')}</Alert>
      ) : (
        update.isError && <ErrorNotice error={update.error} />
      )}
      <div className="row small end">
        <Button
          type="submit"
          variation="primary"
          isLoading={update.isPending}
          loadingText={t('admin:settings.save')}
        >
          {t('admin:settings.save')}
        </Button>
      </div>
    </form>
  );
}

/** Whether everybody is told something above all pages, and what, in each language. */
function MaintenanceCard({
  draft,
  isChecked,
  onChange,
}: {
  readonly draft: Draft;
  readonly isChecked: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}) {
  const { t } = useTexts();
  return (
    <Card title={t('admin:settings.maintenance')} lead={t('admin:settings.maintenanceLead')}>
      <div className="stack">
        <Toggle
          label={t('admin:settings.showNotice')}
          checked={draft.isNoticeShown}
          onChange={(isNoticeShown) => onChange({ isNoticeShown })}
        />
        {draft.isNoticeShown &&
          Language.options.map((language) => (
            <TextAreaInput
              key={language}
              label={t('admin:settings.notice', { language: t(`common:languages.${language}`) })}
              lang={language}
              rows={2}
              value={draft.notice[language]}
              problem={isChecked ? noticeProblem(draft, language) : null}
              length={draft.notice[language].length}
              least={1}
              most={NOTICE_LENGTH}
              onChange={({ target }) => onChange({ notice: { ...draft.notice, [language]: target.value } })}
            />
          ))}
      </div>
    </Card>
  );
}

function noticeProblem({ isNoticeShown, notice }: Draft, language: Language): TranslationKey | null {
  const text = notice[language];
  const isWrong = text.trim() === '' || text.length > NOTICE_LENGTH;
  return isNoticeShown && isWrong ? 'admin:settings.noticeWrong' : null;
}
