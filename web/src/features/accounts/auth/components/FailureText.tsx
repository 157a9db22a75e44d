import { useTexts } from '#i18n/index';
import type { Failure } from '../failures';

export function FailureText({ failure }: { readonly failure: Failure }) {
  const { t } = useTexts();
  return 'key' in failure ? t(failure.key) : failure.text;
}
