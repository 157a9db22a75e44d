import type { Quarter } from '../../../../functions/contract/roadmap';
import type { Translate } from '../../i18n';

export function quarterText(t: Translate, { year, quarter }: Quarter): string {
  return t('roadmap:quarter', { year, quarter });
}
