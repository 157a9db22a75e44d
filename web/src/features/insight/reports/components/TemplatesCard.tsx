import { Button } from '@aws-amplify/ui-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '#components/Card.tsx';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { BUILT_IN_TEMPLATES, type BuiltInTemplate } from '#contract/insight/report-templates';
import type { ReportTemplate } from '#contract/insight/reports';
import { useTexts } from '#i18n/index';
import { draftOfTemplate, emptyDraft, type ScheduleDraft } from '../draft';
import { deleteTemplate, renameTemplate, templatesQuery } from '../queries';
import styles from './reports.module.css';

/** Templates that every account has, and one's own. */
export function TemplatesCard({
  beginning,
  mayUse,
  onUse,
}: {
  readonly beginning: Parameters<typeof emptyDraft>[0];
  readonly mayUse: boolean;
  readonly onUse: (draft: ScheduleDraft) => void;
}) {
  const { t } = useTexts();
  const own = useQuery(templatesQuery);
  return (
    <Card title={t('reports:templates.title')} lead={t('reports:templates.lead')}>
      <ul className={`stack ${styles.grid}`}>
        {(Object.keys(BUILT_IN_TEMPLATES) as BuiltInTemplate[]).map((template) => {
          const title = t(`reports:builtIn.${template}.title`);
          const description = t(`reports:builtIn.${template}.text`);
          return (
            <li key={template} className={`stack small ${styles.template}`}>
              <h3 className="text-m long">{title}</h3>
              <p className="muted long">{description}</p>
              <Button
                size="small"
                isDisabled={!mayUse}
                aria-label={`${t('reports:templates.use')}: ${title}`}
                onClick={() => onUse(draftOfTemplate(template, { title, description: '' }, beginning))}
              >
                {t('reports:templates.use')}
              </Button>
            </li>
          );
        })}
        {(own.data?.items ?? []).map((template) => (
          <OwnTemplate
            key={template.id}
            template={template}
            mayUse={mayUse}
            onUse={() => onUse({ ...emptyDraft(beginning), content: template.content })}
          />
        ))}
      </ul>
      {own.isError && <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />}
    </Card>
  );
}

function OwnTemplate({
  template,
  mayUse,
  onUse,
}: {
  readonly template: ReportTemplate;
  readonly mayUse: boolean;
  readonly onUse: () => void;
}) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const [name, setName] = useState(template.name);
  const onSuccess = async () => {
    await queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
    setAsked(null);
  };
  const rename = useMutation({ mutationFn: () => renameTemplate(template.id, name), onSuccess });
  const remove = useMutation({ mutationFn: () => deleteTemplate(template.id), onSuccess });
  return (
    <li className={`stack small ${styles.template}`}>
      <h3 className="text-m long">{template.name}</h3>
      <p className="muted long">{t('reports:templates.own')}</p>
      <div className="row small">
        <Button
          size="small"
          isDisabled={!mayUse}
          aria-label={`${t('reports:templates.use')}: ${template.name}`}
          onClick={onUse}
        >
          {t('reports:templates.use')}
        </Button>
        <Button size="small" variation="link" onClick={() => setAsked('rename')}>
          {t('reports:templates.rename')}
        </Button>
        <Button size="small" variation="link" onClick={() => setAsked('delete')}>
          {t('reports:templates.delete')}
        </Button>
      </div>
      {asked === 'rename' && (
        <FormDialog
          title={t('reports:templates.rename')}
          size="small"
          submitLabel={t('reports:templates.rename')}
          isBusy={rename.isPending}
          error={rename.error}
          onSubmit={() => name.trim() !== '' && rename.mutate()}
          onClose={() => setAsked(null)}
        >
          <TextInput
            label={t('reports:templates.name')}
            value={name}
            maxLength={120}
            required
            onChange={({ target }) => setName(target.value)}
          />
        </FormDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('reports:templates.deleteTitle')}
          about={template.name}
          confirmLabel={t('reports:templates.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsked(null)}
        >
          {t('reports:templates.deleteText')}
        </ConfirmDialog>
      )}
    </li>
  );
}
