import type { Quarter } from '#contract/site/roadmap';
import type { Translate } from '#i18n/index';

export function quarterText(t: Translate, { year, quarter }: Quarter): string {
  return t('roadmap:quarter', { year, quarter });
}
