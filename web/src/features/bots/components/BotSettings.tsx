import { Alert, Button, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Bot, UpdateBot, WidgetPosition } from '../../../../../functions/contract/bots';
import { Card } from '../../../components/Card';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { useToast } from '../../../components/toasts';
import { UnsavedGuard } from '../../../components/UnsavedGuard';
import { useTexts } from '../../../i18n';
import type { TranslationKey } from '../../../i18n/keys';
import { LANGUAGES } from '../../../i18n/languages';
import { ApiError } from '../../../lib/api-error';
import { contrast, READABLE } from '../../../lib/contrast';
import { fieldErrorKey, showFieldErrors } from '../../../lib/form-errors';
import { queryKeys } from '../../../lib/query-keys';
import { usePermission } from '../../../lib/session';
import { updateBot } from '../api/update-bot';
import { useCurrentBot } from '../hooks/useBot';
import { mergeEdits } from '../merge-edits';
import { BotPreview } from './BotPreview';
import styles from './bots.module.css';
import { ColourField } from './ColourField';
import { ConflictNotice } from './ConflictNotice';

const Settings = UpdateBot.pick({
  language: true,
  companyName: true,
  welcomeMessage: true,
  fallbackMessage: true,
  primaryColor: true,
  secondaryColor: true,
  position: true,
}).required();
export type Settings = {
  -readonly [K in keyof Required<ReturnType<typeof Settings.parse>>]: ReturnType<typeof Settings.parse>[K];
};
type Field = keyof Settings;
const FIELDS = Object.keys(Settings.shape) as Field[];

const NAMES: Record<Field, TranslationKey> = {
  language: 'bots:form.language',
  companyName: 'bots:form.company',
  welcomeMessage: 'bots:form.welcome',
  fallbackMessage: 'bots:form.fallback',
  primaryColor: 'bots:form.primaryColour',
  secondaryColor: 'bots:form.secondaryColour',
  position: 'bots:form.position',
};

export function BotSettings() {
  const { t } = useTexts();
  const toast = useToast();
  const queryClient = useQueryClient();
  const bot = useCurrentBot();
  const mayManage = usePermission('bots.manage');
  /** The bot that the shown values are based on: a refetch in the background doesn't change the ground. */
  const base = useRef(bot);
  const [theirs, setTheirs] = useState<{
    readonly settings: Settings;
    readonly conflicts: readonly Field[];
  } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, reset, setError, setValue, watch } = useForm<Settings>({
    resolver: zodResolver(Settings),
    defaultValues: settingsOf(bot),
    disabled: !mayManage,
  });
  const { errors, isDirty, dirtyFields } = formState;

  const adopt = (saved: Bot) => {
    base.current = saved;
    queryClient.setQueryData(queryKeys.bot(saved.id), saved);
    void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
  };

  const submit = handleSubmit(async (mine) => {
    setFailure(null);
    const changed = Object.fromEntries(
      FIELDS.filter((field) => dirtyFields[field]).map((field) => [field, mine[field]]),
    );
    try {
      const saved = await updateBot(bot.id, { version: base.current.version, ...changed });
      adopt(saved);
      reset(settingsOf(saved));
      setTheirs(null);
      toast({ kind: 'success', text: t('bots:settings.saved') });
    } catch (error) {
      const current = error instanceof ApiError ? Bot.safeParse(error.details.current) : null;
      if (error instanceof ApiError && error.code === 'bot.version_conflict' && current?.success) {
        const settings = settingsOf(current.data);
        const { merged, conflicts } = mergeEdits(settingsOf(base.current), mine, settings);
        adopt(current.data);
        reset(settings);
        for (const field of FIELDS)
          if (merged[field] !== settings[field]) setValue(field, merged[field], { shouldDirty: true });
        setTheirs({ settings, conflicts });
      } else if (!showFieldErrors(error, FIELDS, setError)) setFailure(error);
    }
  });

  const messageTexts = {
    too_small: 'bots:form.messageRequired',
    otherwise: 'bots:form.messageLong',
  } as const;
  const welcomeError = fieldErrorKey(errors.welcomeMessage, messageTexts);
  const fallbackError = fieldErrorKey(errors.fallbackMessage, messageTexts);
  const companyError = fieldErrorKey(errors.companyName, { otherwise: 'bots:form.companyLong' });
  const values = watch();
  return (
    <div className={styles.split}>
      <form className={styles.parts} onSubmit={(event) => void submit(event)} noValidate>
        <UnsavedGuard unsaved={isDirty && !formState.isSubmitting} />
        {!mayManage && <Alert variation="info">{t('bots:settings.readOnly')}</Alert>}
        {theirs && (
          <ConflictNotice
            conflicts={theirs.conflicts.map((field) => ({
              field,
              name: t(NAMES[field]),
              mine: values[field],
              theirs: theirs.settings[field],
            }))}
            onTakeTheirs={(field) => {
              setValue(field, theirs.settings[field], { shouldDirty: true });
              setTheirs({ ...theirs, conflicts: theirs.conflicts.filter((other) => other !== field) });
            }}
            onKeepMine={(field) =>
              setTheirs({ ...theirs, conflicts: theirs.conflicts.filter((other) => other !== field) })
            }
          />
        )}
        <Card title={t('bots:settings.words')}>
          <div className={styles.form}>
            <div className={styles.pair}>
              <SelectField label={t(NAMES.language)} {...register('language')}>
                {LANGUAGES.map(({ code }) => (
                  <option key={code} value={code}>
                    {t(`common:languages.${code}`)}
                  </option>
                ))}
              </SelectField>
              <TextField
                label={t(NAMES.companyName)}
                autoComplete="organization"
                hasError={companyError !== null}
                errorMessage={companyError && t(companyError)}
                {...register('companyName')}
              />
            </div>
            <TextAreaField
              label={t(NAMES.welcomeMessage)}
              descriptiveText={t('bots:form.welcomeHint')}
              rows={2}
              isRequired
              hasError={welcomeError !== null}
              errorMessage={welcomeError && t(welcomeError)}
              {...register('welcomeMessage')}
            />
            <TextAreaField
              label={t(NAMES.fallbackMessage)}
              descriptiveText={t('bots:form.fallbackHint')}
              rows={2}
              isRequired
              hasError={fallbackError !== null}
              errorMessage={fallbackError && t(fallbackError)}
              {...register('fallbackMessage')}
            />
          </div>
        </Card>
        <Card title={t('bots:settings.look')}>
          <div className={styles.pair}>
            <ColourField
              label={t(NAMES.primaryColor)}
              value={values.primaryColor}
              {...register('primaryColor')}
            />
            <ColourField
              label={t(NAMES.secondaryColor)}
              value={values.secondaryColor}
              {...register('secondaryColor')}
            />
            <SelectField label={t(NAMES.position)} {...register('position')}>
              {WidgetPosition.options.map((position) => (
                <option key={position} value={position}>
                  {t(`bots:positions.${position}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <div role="status">
            {contrast(values.primaryColor, values.secondaryColor) < READABLE && (
              <p className={styles.unreadable}>{t('bots:form.unreadable')}</p>
            )}
          </div>
        </Card>
        {/* Beside the button, where the eyes are when it fails. */}
        {failure !== null && <ErrorNotice error={failure} />}
        {mayManage && (
          <div className={styles.actions}>
            <Button
              type="submit"
              variation="primary"
              isDisabled={!isDirty || (theirs?.conflicts.length ?? 0) > 0}
              isLoading={formState.isSubmitting}
              loadingText={t('bots:settings.saving')}
            >
              {t('bots:settings.save')}
            </Button>
            {isDirty && (
              <Button
                onClick={() => {
                  reset(settingsOf(base.current));
                  setTheirs(null);
                }}
              >
                {t('bots:settings.discard')}
              </Button>
            )}
          </div>
        )}
      </form>
      <BotPreview
        name={bot.name}
        language={values.language}
        welcome={values.welcomeMessage}
        fallback={values.fallbackMessage}
        primaryColor={values.primaryColor}
        secondaryColor={values.secondaryColor}
      />
    </div>
  );
}

function settingsOf(bot: Bot): Settings {
  return {
    language: bot.language,
    companyName: bot.companyName,
    welcomeMessage: bot.welcomeMessage,
    fallbackMessage: bot.fallbackMessage,
    primaryColor: bot.primaryColor,
    secondaryColor: bot.secondaryColor,
    position: bot.position,
  };
}
