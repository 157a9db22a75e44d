import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import type { Template } from '#contract/lifecycle/templates';
import { useTexts } from '#i18n/index';

/** Stands where a template will be; leads to all of them where it is none. */
export function TemplateNotLoaded({ query }: { readonly query: UseQueryResult<Template> }) {
  const { t } = useTexts();
  if (query.isPending) return <Skeleton label="loading:templates" lines={5} />;
  if (!query.isError || query.data) return null;
  return (
    <LoadFailed
      error={query.error}
      onRetry={() => void query.refetch()}
      text={t('templates:preview.missing')}
      action={<LinkButton to="/templates">{t('templates:preview.all')}</LinkButton>}
    />
  );
}
