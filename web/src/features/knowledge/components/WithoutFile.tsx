import type { Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { NO_FILE, whyNoFile } from '../no-file';
import { BulkNotice } from './BulkNotice';

/** How many of the chosen documents were not downloaded since there is no file, and why. */
export function WithoutFile({
  documents,
  onClose,
}: {
  readonly documents: readonly Document[];
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const reasons = NO_FILE.map((reason) => ({
    reason,
    count: documents.filter((document) => whyNoFile(document) === reason).length,
  }));
  return (
    <BulkNotice
      text={t('knowledge:bulk.withoutFile', counted(documents.length))}
      isFailure={false}
      onClose={onClose}
    >
      {reasons.map(
        ({ reason, count }) =>
          count > 0 && <li key={reason}>{t(`knowledge:bulk.noFile.${reason}`, counted(count))}</li>,
      )}
    </BulkNotice>
  );
}
