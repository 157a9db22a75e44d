import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { Outcome } from '../each-document';
import { BulkNotice } from './BulkNotice';

/** What could not be done, document by document, with the reason of each. */
export function BulkOutcome({
  outcome: { failed },
  onClose,
}: {
  readonly outcome: Outcome;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const counted = { count: failed.length, number: formatNumber(failed.length, language) };
  return (
    <BulkNotice text={t('knowledge:bulk.failed', counted)} isFailure onClose={onClose}>
      {failed.map(({ document, code }) => (
        <li key={document.id}>
          <strong>{document.title}</strong> {t(`errors:${code}`)}
        </li>
      ))}
    </BulkNotice>
  );
}
