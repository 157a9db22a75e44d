import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Breadcrumbs } from '#components/Breadcrumbs.tsx';
import { Card } from '#components/Card.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { PlanLimitNotice } from '#components/plan-limit/PlanLimitNotice.tsx';
import { limitOf } from '#components/plan-limit/plan-limit.ts';
import { hasRoomForBot } from '#components/plan-limit/plan-room.ts';
import { Segmented } from '#components/Segmented.tsx';
import { Language } from '#contract/accounts/profile';
import { FlowChat } from '#features/bots/components/FlowChat.tsx';
import { useTexts } from '#i18n/index';
import { LANGUAGES } from '#i18n/languages';
import { useAuth, usePermission } from '#lib/session/session';
import { useAddressView } from '#lib/use-address-view';
import { templateQuery } from '../queries';
import { Figures } from './Figures';
import { RateTemplate } from './RateTemplate';
import { TemplateNotLoaded } from './TemplateNotLoaded';
import styles from './templates.module.css';
import { UseFlowDialog } from './UseFlowDialog';

/** One template, with its conversation to try. */
export function TemplatePage() {
  const { t } = useTexts();
  const { templateId = '' } = useParams();
  const { language, choose } = useTemplateLanguage();
  const mayManage = usePermission('bots.manage');
  const { profile, account } = useAuth();
  const hasRoom = hasRoomForBot(account);
  const [isUsingFlow, setUsingFlow] = useState(false);
  const query = useQuery(templateQuery(templateId, language));
  const template = query.data;
  return (
    <div>
      <Breadcrumbs
        trail={[{ to: '/templates', name: t('templates:gallery.title') }]}
        here={template?.name ?? '…'}
      />
      <TemplateNotLoaded query={query} />
      {template && (
        <>
          <PageHeader title={template.name} lead={template.summary}>
            {mayManage && account.usage.allBots > 0 && template.config.flow && (
              <Button onClick={() => setUsingFlow(true)}>{t('templates:useFlow.action')}</Button>
            )}
            {mayManage && hasRoom && (
              <LinkButton to={`/templates/${template.id}/customize?language=${language}`} variation="primary">
                {t('templates:preview.use')}
              </LinkButton>
            )}
          </PageHeader>
          {mayManage && !hasRoom && (
            <div className={styles.notice}>
              <PlanLimitNotice limit={limitOf(account, 'allBots')} />
            </div>
          )}
          {isUsingFlow && <UseFlowDialog templateId={template.id} onClose={() => setUsingFlow(false)} />}
          <div className={`stack wide top ${styles.split}`}>
            <div className={`stack large ${styles.parts}`}>
              <Figures template={template} />
              <Card title={t('templates:preview.points')}>
                <ul className={`stack small ${styles.points}`}>
                  {template.points.map((point) => (
                    <li key={point}>
                      <Check size={18} aria-hidden="true" />
                      {point}
                    </li>
                  ))}
                </ul>
              </Card>
              <Card title={t('templates:preview.fields')} lead={t('templates:preview.fieldsLead')}>
                <ul className={`stack small ${styles.fields}`}>
                  {template.fields.map(({ key, label, type, required }) => (
                    <li key={key}>
                      <strong className="strong">{label}</strong>
                      <span className="muted">
                        {t(`templates:fieldType.${type}`)}
                        {!required && ` · ${t('templates:preview.optional')}`}
                      </span>
                    </li>
                  ))}
                </ul>
              </Card>
              {template.rating.mayRate && (
                <Card title={t('templates:rate.title')} lead={t('templates:rate.lead')}>
                  <RateTemplate template={template} />
                </Card>
              )}
            </div>
            <div className={`stack large ${styles.parts}`}>
              <Segmented
                label={t('templates:preview.language')}
                value={language}
                options={LANGUAGES.map(({ code }) => ({ value: code, label: t(`common:languages.${code}`) }))}
                onChange={choose}
              />
              <FlowChat
                name={template.name}
                config={{ ...template.config, companyName: profile.company_name ?? '' }}
              />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** Of the template's texts: the address's, else the reader's. */
export function useTemplateLanguage() {
  const { language: readers } = useTexts();
  const [{ language = readers }, change] = useAddressView(readLanguage, languageAddress);
  return { language, choose: (chosen: Language) => change({ language: chosen }) };
}

const readLanguage = (address: URLSearchParams): { readonly language?: Language | undefined } => ({
  language: Language.safeParse(address.get('language')).data,
});
const languageAddress = ({ language }: ReturnType<typeof readLanguage>) =>
  new URLSearchParams(language && { language });
