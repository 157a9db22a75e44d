import { Button, SelectField, TextAreaField, TextField } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router-dom';
import { type Bot, CreateBot, DEFAULT_MESSAGES } from '../../../../../functions/contract/bots';
import type { Language } from '../../../../../functions/contract/profile';
import { Breadcrumbs } from '../../../components/Breadcrumbs';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { LANGUAGES } from '../../../i18n/languages';
import { ApiError, errorCode } from '../../../lib/api-error';
import { fieldErrorKey, showFieldErrors } from '../../../lib/form-errors';
import { hasRoomForBot } from '../../../lib/plan-room';
import { queryKeys } from '../../../lib/query-keys';
import { useAuth, usePermission } from '../../../lib/session';
import { createBot } from '../api/create-bot';
import { BotPreview } from './BotPreview';
import styles from './bots.module.css';
import { PlanLimitNotice } from './PlanLimitNotice';

const NewBot = CreateBot.pick({
  name: true,
  language: true,
  welcomeMessage: true,
  fallbackMessage: true,
}).required();

export function NewBotPage() {
  const { t } = useTexts();
  const mayManage = usePermission('bots.manage');
  const room = hasRoomForBot(useAuth().account);
  // Once shown the form stays, whatever is counted meanwhile: the server decides, and nothing typed is lost.
  const [begun, setBegun] = useState(room);
  if (room && !begun) setBegun(true);
  if (!mayManage) return <Navigate to="/bots" replace />;
  return (
    <div>
      <Breadcrumbs trail={[{ to: '/bots', name: t('bots:list.title') }]} here={t('bots:new.title')} />
      <PageHeader title={t('bots:new.title')} lead={begun ? t('bots:new.lead') : undefined} />
      {begun ? <NewBotForm /> : <PlanLimitNotice />}
    </div>
  );
}

function NewBotForm() {
  const { t, language: readersLanguage } = useTexts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { profile } = useAuth();
  const [failure, setFailure] = useState<unknown>(null);
  const { register, handleSubmit, formState, setError, setValue, getValues, watch } = useForm({
    resolver: zodResolver(NewBot),
    defaultValues: { name: '', language: readersLanguage as Language, ...messagesOf(readersLanguage) },
  });
  const { errors } = formState;

  /** Messages that were not edited follow the language. */
  const followLanguage = (language: Language) => {
    const [was, now] = [messagesOf(language === 'en' ? 'de' : 'en'), messagesOf(language)];
    for (const field of ['welcomeMessage', 'fallbackMessage'] as const)
      if (getValues(field) === was[field]) setValue(field, now[field], { shouldValidate: true });
  };

  const submit = handleSubmit(async (input) => {
    setFailure(null);
    let bot: Bot;
    try {
      bot = await createBot({
        ...input,
        // Visitors read it under the bot's name: none is better than a placeholder.
        companyName: profile.company_name ?? '',
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'bot.name_taken')
        setError('name', { type: 'taken' }, { shouldFocus: true });
      else if (!showFieldErrors(error, ['name', 'welcomeMessage', 'fallbackMessage'], setError))
        setFailure(error);
      return;
    }
    queryClient.setQueryData(queryKeys.bot(bot.id), bot);
    void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
    void queryClient.invalidateQueries({ queryKey: queryKeys.me });
    // The next step; 'back' leads to the list, not to a form that would create a second bot.
    navigate(`/bots/${bot.id}/knowledge`, { replace: true });
  });

  const nameError = fieldErrorKey(errors.name, {
    too_small: 'bots:form.nameRequired',
    too_big: 'bots:form.nameLong',
    taken: 'errors:bot.name_taken',
    otherwise: 'bots:form.nameRequired',
  });
  const messageTexts = { otherwise: 'bots:form.messageLong' } as const;
  const welcomeError = fieldErrorKey(errors.welcomeMessage, messageTexts);
  const fallbackError = fieldErrorKey(errors.fallbackMessage, messageTexts);
  const values = watch();
  return (
    <div className={styles.split}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.pair}>
          <TextField
            label={t('bots:form.name')}
            descriptiveText={t('bots:form.nameHint')}
            isRequired
            autoComplete="off"
            hasError={nameError !== null}
            errorMessage={nameError && t(nameError)}
            {...register('name')}
          />
          <SelectField
            label={t('bots:form.language')}
            descriptiveText={t('bots:form.languageHint')}
            {...register('language', { onChange: (event) => followLanguage(event.target.value) })}
          >
            {LANGUAGES.map(({ code }) => (
              <option key={code} value={code}>
                {t(`common:languages.${code}`)}
              </option>
            ))}
          </SelectField>
        </div>
        <TextAreaField
          label={t('bots:form.welcome')}
          descriptiveText={t('bots:form.welcomeHint')}
          rows={2}
          hasError={welcomeError !== null}
          errorMessage={welcomeError && t(welcomeError)}
          {...register('welcomeMessage')}
        />
        <TextAreaField
          label={t('bots:form.fallback')}
          descriptiveText={t('bots:form.fallbackHint')}
          rows={2}
          hasError={fallbackError !== null}
          errorMessage={fallbackError && t(fallbackError)}
          {...register('fallbackMessage')}
        />
        {/* Beside the button, where the eyes are when it fails. */}
        {failure !== null &&
          (errorCode(failure) === 'plan.limit_exceeded' ? (
            <PlanLimitNotice />
          ) : (
            <ErrorNotice error={failure} />
          ))}
        <div className={styles.actions}>
          <Button
            type="submit"
            variation="primary"
            isLoading={formState.isSubmitting}
            loadingText={t('bots:new.working')}
          >
            {t('bots:new.action')}
          </Button>
        </div>
      </form>
      <BotPreview
        name={values.name}
        language={values.language}
        welcome={values.welcomeMessage}
        fallback={values.fallbackMessage}
        primaryColor="#4f46e5"
        secondaryColor="#ffffff"
      />
    </div>
  );
}

function messagesOf(language: Language) {
  const { welcome, fallback } = DEFAULT_MESSAGES[language];
  return { welcomeMessage: welcome, fallbackMessage: fallback };
}
