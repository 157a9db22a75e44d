import type { Quarter } from '#contract/roadmap';
import type { Translate } from '#i18n/index';

export function quarterText(t: Translate, { year, quarter }: Quarter): string {
  return t('roadmap:quarter', { year, quarter });
}
