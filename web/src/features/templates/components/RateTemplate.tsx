import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TemplateSummary } from '../../../../../functions/contract/templates';
import { ErrorNotice } from '../../../components/ErrorNotice';
import { StarRating } from '../../../components/form/StarRating';
import { useTexts } from '../../../i18n';
import { rateTemplate } from '../api/rate-template';
import { TEMPLATES_KEY } from '../hooks/useTemplates';

const STARS = 5;

/** The caller's own rating, stored as it is chosen. */
export function RateTemplate({ template }: { readonly template: TemplateSummary }) {
  const { t } = useTexts();
  const queryClient = useQueryClient();
  const rate = useMutation({
    mutationFn: (rating: number) => rateTemplate(template.id, rating),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: TEMPLATES_KEY }),
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
