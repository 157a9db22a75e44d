import { Button } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { hasRoomToPublish, limitsOf } from '#components/plan-limit/plan-room.ts';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import type { Language } from '#contract/accounts/profile';
import { botDefaults } from '#contract/bots/bot-config';
import { NO_WIDGET } from '#features/bots/no-widget.ts';
import { TAKEN_NAME_TEXTS } from '#features/bots/taken-name.ts';
import { useTexts } from '#i18n/index';
import { fieldErrorKey } from '#lib/form-errors';
import { useAuth } from '#lib/session/session';
import { browserTimeZone } from '#lib/time-zones';
import { useBotCreation } from '../hooks/useBotCreation';
import { useFoldedSections } from '../hooks/useFoldedSections';
import { messagesAfter, NewBot, newBot } from '../new-bot';
import { usableConfig } from '../settings';
import bots from './bots.module.css';
import { Pair, TextSetting } from './fields';
import { LanguageSetting, TypeSetting } from './general-settings';
import { NewBotSections } from './NewBotSections';
import styles from './settings.module.css';

const BotPreview = lazy(async () => ({ default: (await import('./BotPreview')).BotPreview }));

/** One short step, with every other setting folded below it and the chat as it will be beside it. */
export function NewBotForm() {
  const { t, language: readersLanguage } = useTexts();
  const { profile } = useAuth();
  const form = useForm({
    resolver: zodResolver(NewBot),
    defaultValues: newBot({
      language: readersLanguage as Language,
      companyName: profile.company_name ?? '',
      timezone: browserTimeZone(),
    }),
  });
  const { register, formState, setFocus, setValue, getValues, watch } = form;
  const { errors, isDirty, isSubmitting } = formState;
  const { name, start: _, ...config } = watch();

  const { language } = config;
  const former = useRef(language);
  useEffect(() => {
    const messages = messagesAfter(former.current, language, getValues());
    former.current = language;
    for (const [field, text] of Object.entries(messages)) setValue(field as 'placeholder', text as string);
  }, [language, getValues, setValue]);
  const sections = useFoldedSections(setFocus);

  const { submit, failure } = useBotCreation(form, sections.unfold);

  const nameError = fieldErrorKey(errors.name, {
    too_small: 'bots:form.nameRequired',
    too_big: 'bots:form.nameLong',
    ...TAKEN_NAME_TEXTS,
    otherwise: 'bots:form.nameRequired',
  });
  return (
    <FormProvider {...form}>
      <UnsavedGuard unsaved={isDirty && !isSubmitting} />
      <div className={styles.split} data-preview>
        <form className={styles.parts} onSubmit={(event) => void submit(event)} noValidate>
          <Card title={t('bots:parts.about')}>
            <div className="stack large">
              <TextInput
                label={t('bots:form.name')}
                descriptiveText={t('bots:form.nameHint')}
                isRequired
                autoComplete="off"
                problem={nameError}
                {...register('name')}
              />
              <Pair>
                <TypeSetting />
                <LanguageSetting />
              </Pair>
              <TextSetting
                field="companyName"
                hint={t('bots:hints.companyName')}
                autoComplete="organization"
              />
            </div>
          </Card>
          <NewBotSections
            unfolded={sections.unfolded}
            onToggle={sections.toggle}
            onShown={sections.onShown}
          />
          <StartChoice />
          {/* Beside the button, where the eyes are when it fails. */}
          {failure !== null && <ErrorNotice error={failure} />}
          {/* What is wrong may stand far above the button. */}
          {Object.keys(errors).length > 0 && (
            <p className="problem" role="alert">
              {t('bots:new.wrong')}
            </p>
          )}
          <div className="row">
            <Button
              type="submit"
              variation="primary"
              isLoading={isSubmitting}
              loadingText={t('bots:new.working')}
            >
              {t('bots:new.action')}
            </Button>
          </div>
        </form>
        <Suspense fallback={null}>
          <BotPreview
            bot={{ id: null, widgetId: NO_WIDGET, version: 1, name: name.trim() || t('bots:new.title') }}
            config={usableConfig(config, botDefaults(language))}
          />
        </Suspense>
      </div>
    </FormProvider>
  );
}

/** Whether it is a draft first or on the air at once, as far as the plan has a place for that. */
function StartChoice() {
  const { t } = useTexts();
  const { account } = useAuth();
  const { register } = useFormContext<NewBot>();
  return (
    <fieldset className="stack snug">
      <legend className="amplify-label">{t('bots:new.start')}</legend>
      {(['draft', 'deploy'] as const).map((start) => (
        <label key={start} className={bots.start}>
          <input type="radio" value={start} {...register('start')} />
          <span>
            <b>{t(`bots:new.${start}`)}</b>
            <span className="faint">
              {start === 'draft' && t('bots:new.draftHint')}
              {start === 'deploy' &&
                (hasRoomToPublish(account)
                  ? t('bots:new.deployHint')
                  : t('bots:new.noPlace', {
                      used: account.usage.bots,
                      limit: limitsOf(account).bots,
                    }))}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
