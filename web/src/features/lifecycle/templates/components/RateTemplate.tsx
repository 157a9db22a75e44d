import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { StarRating } from '#components/form/StarRating.tsx';
import type { TemplateSummary } from '#contract/lifecycle/templates';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { templateKeys } from '../queries';

const STARS = 5;

/** The caller's own rating, stored as it is chosen. */
export function RateTemplate({ template }: { readonly template: TemplateSummary }) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const rate = useMutation({
    mutationFn: (rating: number) =>
      call('rateTemplate', { params: { templateId: template.id }, body: { rating } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: templateKeys.all }),
  });
  const value = rate.isPending ? rate.variables : (template.rating.own ?? 0);
  return (
    <div>
      <StarRating
        label={t('templates:rate.label')}
        stars={STARS}
        value={value}
        registered={{
          name: 'rating',
          ref: () => {},
          onBlur: async () => {},
          onChange: async ({ target }) => rate.mutate(Number(target.value)),
        }}
      />
      <p role="status">{rate.isSuccess && t('templates:rate.done')}</p>
      {rate.isError && <ErrorNotice error={rate.error} />}
    </div>
  );
}
