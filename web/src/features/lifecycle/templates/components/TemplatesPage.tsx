import { Button, SelectField, TextField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { EmptyState } from '#components/EmptyState.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { PlanLimitNotice } from '#components/plan-limit/PlanLimitNotice.tsx';
import { limitOf } from '#components/plan-limit/plan-limit.ts';
import { hasRoomForBot } from '#components/plan-limit/plan-room.ts';
import { BotCategory } from '#contract/bots/bot-config';
import { Difficulty, type TemplateSummary } from '#contract/lifecycle/templates';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import { useAddressView } from '#lib/use-address-view';
import { type GalleryView, queryOf, SORTS, shownIn, viewOf } from '../gallery';
import { templatesQuery } from '../queries';
import { CategoryIcon } from './CategoryIcon';
import { Figures } from './Figures';
import styles from './templates.module.css';

/** The gallery. What is searched, chosen and sorted is in the address, so that a way back finds it again. */
export function TemplatesPage() {
  const { t, language } = useTexts();
  const templates = useQuery(templatesQuery(language));
  const mayManage = usePermission('bots.manage');
  const { account } = useAuth();
  const isFull = !hasRoomForBot(account) && mayManage;
  const [view, change] = useAddressView(viewOf, queryOf);
  const shown = shownIn(view, templates.data ?? [], ({ category, difficulty }) =>
    [t(`templates:category.${category}`), t(`templates:difficulty.${difficulty}`)].join(' '),
  );
  return (
    <div>
      <PageHeader title={t('templates:gallery.title')} lead={t('templates:gallery.lead')} />
      {isFull && (
        <div className={styles.notice}>
          <PlanLimitNotice limit={limitOf(account, 'allBots')} />
        </div>
      )}
      <search className={`stack ${styles.filters}`}>
        <TextField
          label={t('templates:gallery.search')}
          type="search"
          placeholder={t('templates:gallery.searchHint')}
          value={view.search}
          onChange={({ target }) => change({ search: target.value })}
        />
        <SelectField
          label={t('templates:gallery.category')}
          value={view.category ?? ''}
          onChange={({ target }) => change({ category: (target.value || null) as BotCategory | null })}
        >
          <option value="">{t('templates:gallery.everyCategory')}</option>
          <Options of={BotCategory.options}>{(category) => t(`templates:category.${category}`)}</Options>
        </SelectField>
        <SelectField
          label={t('templates:gallery.difficulty')}
          value={view.difficulty ?? ''}
          onChange={({ target }) => change({ difficulty: (target.value || null) as Difficulty | null })}
        >
          <option value="">{t('templates:gallery.everyDifficulty')}</option>
          <Options of={Difficulty.options}>{(difficulty) => t(`templates:difficulty.${difficulty}`)}</Options>
        </SelectField>
        <SelectField
          label={t('templates:gallery.sort')}
          value={view.sort}
          onChange={({ target }) => change({ sort: target.value as GalleryView['sort'] })}
        >
          <Options of={SORTS}>{(sort) => t(`templates:sort.${sort}`)}</Options>
        </SelectField>
      </search>
      {templates.isPending && (
        <div className={styles.pending}>
          <Skeleton label="loading:templates" lines={6} shape="cards" />
        </div>
      )}
      {templates.isError && !templates.data && (
        <div className={styles.pending}>
          <ErrorNotice error={templates.error} onRetry={() => void templates.refetch()} />
        </div>
      )}
      {templates.data && (
        <>
          <p className={`muted ${styles.count}`} role="status">
            {t('templates:gallery.found', { count: shown.length })}
          </p>
          {shown.length === 0 ? (
            <EmptyState
              icon={<SearchX size={30} />}
              title={t('templates:gallery.noneTitle')}
              action={
                <Button onClick={() => change(viewOf(new URLSearchParams()))}>
                  {t('templates:gallery.showAll')}
                </Button>
              }
            >
              {t('templates:gallery.noneText')}
            </EmptyState>
          ) : (
            <ul className={styles.cards}>
              {shown.map((template) => (
                <TemplateCard key={template.id} template={template} />
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

function TemplateCard({ template }: { readonly template: TemplateSummary }) {
  const { t } = useTexts();
  const { id, category, name, summary, primaryColor } = template;
  return (
    <li className={`framed round lifts ${styles.card}`}>
      <span className={styles.icon} style={{ background: primaryColor }}>
        <CategoryIcon category={category} />
      </span>
      <p className={styles.category}>{t(`templates:category.${category}`)}</p>
      <h2>
        <Link to={`/templates/${id}`} className={`plain-link covers ${styles.cover}`}>
          {name}
        </Link>
      </h2>
      <p className={styles.summary}>{summary}</p>
      <Figures template={template} />
    </li>
  );
}
