import { Button, SelectField, TextField } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { BotType } from '../../../../../functions/contract/bot-config';
import { type Bot, CreateBot } from '../../../../../functions/contract/bots';
import type { Language } from '../../../../../functions/contract/profile';
import { Breadcrumbs } from '../../../components/Breadcrumbs';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { LinkButton } from '../../../components/LinkButton';
import { PageHeader } from '../../../components/PageHeader';
import { useTexts } from '../../../i18n';
import { LANGUAGES } from '../../../i18n/languages';
import { errorCode } from '../../../lib/api-error';
import { fieldErrorKey, showFieldErrors } from '../../../lib/form-errors';
import { hasRoomForBot } from '../../../lib/plan-room';
import { queryKeys } from '../../../lib/query-keys';
import { useAuth, usePermission } from '../../../lib/session';
import { TAKEN_NAME_TEXTS, takenName } from '../../../lib/taken-name';
import { useSingleFlight } from '../../../lib/use-single-flight';
import { createBot } from '../api/create-bot';
import styles from './bots.module.css';
import { PlanLimitNotice } from './PlanLimitNotice';

const NewBot = CreateBot.pick({ name: true, language: true, type: true, companyName: true })
  .required()
  .extend({ start: z.enum(['deploy', 'draft']) });
const FIELDS = ['name', 'language', 'type', 'companyName'] as const;

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
      <PageHeader title={t('bots:new.title')} lead={begun ? t('bots:new.lead') : undefined}>
        {begun && <LinkButton to="/templates">{t('common:fromTemplate')}</LinkButton>}
      </PageHeader>
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
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(NewBot),
    defaultValues: {
      name: '',
      language: readersLanguage as Language,
      type: 'customerSupport' as BotType,
      // Visitors read it under the bot's name: none is better than a placeholder.
      companyName: profile.company_name ?? '',
      start: 'deploy' as const,
    },
  });
  const { errors } = formState;

  const create = handleSubmit(async ({ start, ...input }) => {
    setFailure(null);
    let bot: Bot;
    try {
      bot = await createBot({ ...input, deploy: start === 'deploy' });
    } catch (error) {
      const taken = takenName(error);
      if (taken) setError('name', { type: taken }, { shouldFocus: true });
      else if (!showFieldErrors(error, FIELDS, setError)) setFailure(error);
      return;
    }
    queryClient.setQueryData(queryKeys.bot(bot.id), bot);
    void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
    void queryClient.invalidateQueries({ queryKey: queryKeys.me });
    // The next step; 'back' leads to the list, not to a form that would create a second bot.
    navigate(`/bots/${bot.id}/knowledge`, { replace: true });
  });
  const submit = useSingleFlight(create);

  const nameError = fieldErrorKey(errors.name, {
    too_small: 'bots:form.nameRequired',
    too_big: 'bots:form.nameLong',
    ...TAKEN_NAME_TEXTS,
    otherwise: 'bots:form.nameRequired',
  });
  const companyError = fieldErrorKey(errors.companyName, { otherwise: 'bots:form.long' });
  return (
    <form className={`${styles.form} ${styles.narrow}`} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('bots:form.name')}
        descriptiveText={t('bots:form.nameHint')}
        isRequired
        autoComplete="off"
        hasError={nameError !== null}
        errorMessage={nameError && t(nameError)}
        {...register('name')}
      />
      <div className={styles.pair}>
        <SelectField label={t('bots:fields.type')} {...register('type')}>
          {BotType.options.map((type) => (
            <option key={type} value={type}>
              {t(`bots:types.${type}`)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('bots:fields.language')} {...register('language')}>
          {LANGUAGES.map(({ code }) => (
            <option key={code} value={code}>
              {t(`common:languages.${code}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={t('bots:fields.companyName')}
        descriptiveText={t('bots:hints.companyName')}
        autoComplete="organization"
        hasError={companyError !== null}
        errorMessage={companyError && t(companyError)}
        {...register('companyName')}
      />
      <fieldset className={styles.starts}>
        <legend className="amplify-label">{t('bots:new.start')}</legend>
        {(['deploy', 'draft'] as const).map((start) => (
          <label key={start} className={styles.start}>
            <input type="radio" value={start} {...register('start')} />
            <span>
              <b>{t(`bots:new.${start}`)}</b>
              <span className={styles.small}>
                {t(start === 'deploy' ? 'bots:new.deployHint' : 'bots:new.draftHint')}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
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
  );
}
