import { Button } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { metLimit } from '#components/plan-limit/limit-reached.ts';
import { PlanLimitNotice } from '#components/plan-limit/PlanLimitNotice.tsx';
import { limitOf } from '#components/plan-limit/plan-limit.ts';
import { hasRoomForBot, hasRoomToPublish } from '#components/plan-limit/plan-room.ts';
import { useToast } from '#components/toasts.tsx';
import { UnsavedGuard } from '#components/UnsavedGuard.tsx';
import type { Bot } from '#contract/bots/bots';
import type { Template } from '#contract/lifecycle/templates';
import { isColour } from '#features/bots/colour.ts';
import { FlowChat } from '#features/bots/components/FlowChat.tsx';
import { useAdoptBot } from '#features/bots/hooks/useBot.ts';
import { takenName } from '#features/bots/taken-name.ts';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { showFieldErrors } from '#lib/form-errors';
import { queryKeys } from '#lib/query-keys';
import { useAuth, usePermission } from '#lib/session/session';
import { browserTimeZone, TIME_ZONES } from '#lib/time-zones';
import { useSingleFlight } from '#lib/use-single-flight';
import { CUSTOMIZED_FIELDS, Customized } from '../customized';
import { templateKeys, templateQuery } from '../queries';
import { CustomizeFields } from './CustomizeFields';
import { TemplateNotLoaded } from './TemplateNotLoaded';
import { useTemplateLanguage } from './TemplatePage';
import styles from './templates.module.css';

/** The last step before there is a bot: its name and looks, with the conversation beside them. */
export function CustomizePage() {
  const { t } = useTexts();
  const { templateId = '' } = useParams();
  const { language } = useTemplateLanguage();
  const mayManage = usePermission('bots.manage');
  const query = useQuery(templateQuery(templateId, language));
  const template = query.data;
  if (!mayManage) return <Navigate to="/templates" replace />;
  const back = `/templates/${templateId}?language=${language}`;
  return (
    <div>
      <Breadcrumbs
        trail={[
          { to: '/templates', name: t('templates:gallery.title') },
          { to: back, name: template?.name ?? '…' },
        ]}
        here={t('templates:customize.here')}
      />
      <TemplateNotLoaded query={query} />
      {template && (
        <>
          <PageHeader
            title={t('templates:customize.title', { template: template.name })}
            lead={t('templates:customize.lead')}
          />
          <CustomizeForm key={`${template.id} ${language}`} template={template} />
        </>
      )}
    </div>
  );
}

function CustomizeForm({ template }: { readonly template: Template }) {
  const { t } = useTexts();
  const { profile, account } = useAuth();
  const form = useForm({
    resolver: zodResolver(Customized),
    defaultValues: {
      name: template.name,
      companyName: profile.company_name ?? '',
      welcomeMessage: template.config.welcomeMessage,
      primaryColor: template.config.primaryColor,
    },
  });
  const { isDirty } = form.formState;

  const colourField = useRef<HTMLInputElement>(null);
  // The form doesn't know its field, and leads to its own ones first.
  const leadToColour = (wrong: object) => {
    if (Object.keys(wrong).join() === 'primaryColor') colourField.current?.focus();
  };
  const { create, failure, working } = useCreation(template, form, leadToColour);

  const values = form.watch();
  const hasRoom = hasRoomForBot(account);
  // Where the plan has filled up meanwhile, it is said beside the button that was clicked.
  const [begun, setBegun] = useState(hasRoom);
  if (hasRoom && !begun) setBegun(true);
  const mayPublish = hasRoomToPublish(account);
  return (
    <div className={`stack wide top ${styles.split}`}>
      <form
        className="stack large"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create(true);
        }}
      >
        <UnsavedGuard unsaved={isDirty && working === null} />
        {/* Before they have filled anything in. */}
        {!hasRoom && !begun && <PlanLimitNotice limit={limitOf(account, 'allBots')} />}
        {hasRoom && !mayPublish && failure === null && <PlanLimitNotice limit={limitOf(account, 'bots')} />}
        <CustomizeFields form={form} config={template.config} colourField={colourField} />
        <p className="muted">{t('templates:customize.later')}</p>
        {/* Beside the buttons, where the eyes are when it fails. */}
        {failure !== null &&
          (metLimit(failure) ? <ErrorNotice error={failure} /> : <FailedToCreate error={failure} />)}
        {!hasRoom && begun && failure === null && <PlanLimitNotice limit={limitOf(account, 'allBots')} />}
        <div className="row">
          <Button
            type="submit"
            variation="primary"
            isDisabled={!hasRoom || !mayPublish || working === 'draft'}
            isLoading={working === 'deploy'}
            loadingText={t('templates:customize.working')}
          >
            {t('templates:customize.deploy')}
          </Button>
          <Button
            isDisabled={!hasRoom || working === 'deploy'}
            isLoading={working === 'draft'}
            loadingText={t('templates:customize.working')}
            onClick={() => void create(false)}
          >
            {t('templates:customize.draft')}
          </Button>
        </div>
      </form>
      <FlowChat
        name={values.name.trim() || template.name}
        config={{
          ...template.config,
          companyName: values.companyName,
          welcomeMessage: values.welcomeMessage,
          primaryColor: isColour(values.primaryColor) ? values.primaryColor : template.config.primaryColor,
        }}
      />
    </div>
  );
}

/** Makes the bot, as a draft or on the air, and goes on to its knowledge. */
function useCreation(
  template: Template,
  { handleSubmit, setError }: UseFormReturn<Customized>,
  onWrong: (wrong: object) => void,
) {
  const { t } = useTexts();
  const toast = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const adopt = useAdoptBot();
  const [failure, setFailure] = useState<unknown>(null);
  const [working, setWorking] = useState<'deploy' | 'draft' | null>(null);
  const create = useSingleFlight((deploy: boolean) =>
    handleSubmit(async (input) => {
      setFailure(null);
      setWorking(deploy ? 'deploy' : 'draft');
      let bot: Bot;
      try {
        bot = await call('createFromTemplate', {
          params: { templateId: template.id },
          body: {
            ...input,
            accentColor: input.primaryColor,
            language: template.config.language,
            // Business hours are of the place where somebody sits, which is most likely here.
            ...(TIME_ZONES.includes(browserTimeZone()) && { timezone: browserTimeZone() }),
            deploy,
          },
        });
      } catch (error) {
        const taken = takenName(error);
        if (taken) setError('name', { type: taken }, { shouldFocus: true });
        else if (!showFieldErrors(error, CUSTOMIZED_FIELDS, setError)) setFailure(error);
        // Filled in another window: the buttons go by what the account says.
        if (errorCode(error) === 'plan.limit_exceeded')
          void queryClient.invalidateQueries({ queryKey: queryKeys.me });
        setWorking(null);
        return;
      }
      adopt(bot);
      void queryClient.invalidateQueries({ queryKey: templateKeys.all });
      toast({
        kind: 'success',
        about: bot.name,
        text: t(deploy ? 'templates:customize.deployed' : 'templates:customize.saved'),
      });
      // 'Back' leads to the gallery, not to a form that would create a second bot.
      navigate(`/bots/${bot.id}/knowledge`, { replace: true });
    }, onWrong)(),
  );
  return { create, failure, working };
}

/** Signed out meanwhile, one has to log in; all else is said as it is, with what it was about. */
function FailedToCreate({ error }: { readonly error: unknown }) {
  const { t } = useTexts();
  const isSignedOut = errorCode(error).startsWith('auth.');
  return (
    <>
      <p className="wrong">
        {t(isSignedOut ? 'templates:customize.loginRequired' : 'templates:customize.failed')}
      </p>
      <ErrorNotice error={error} />
    </>
  );
}
