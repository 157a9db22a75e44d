import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { errorKind } from '#lib/error-kind';
import { ErrorCard, type ErrorCardProps } from './ErrorCard';

/** In place of a page whose data did not come. What doesn't exist is named as what it is: a bot, a document. */
export function LoadFailed({
  error,
  ...card
}: { readonly error: unknown } & Pick<ErrorCardProps, 'onRetry' | 'action' | 'text'>) {
  const { t } = useTexts();
  const kind = errorKind(error);
  if (kind !== 'notFound') return <ErrorCard kind={kind} onRetry={card.onRetry} />;
  return <ErrorCard {...card} kind={kind} title={t(`errors:${errorCode(error)}`)} />;
}
