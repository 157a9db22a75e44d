import { Button } from '@aws-amplify/ui-react';
import { isUnderWay, type Upload } from '#features/knowledge/uploads.ts';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './UploadTray.module.css';

/** How far the files are that are on their way, in view wherever one has scrolled to. */
export function UploadTray({
  uploads,
  onShow,
}: {
  readonly uploads: readonly Upload[];
  readonly onShow: () => void;
}) {
  const { t, language } = useTexts();
  const moving = uploads.filter(isUnderWay);
  if (moving.length === 0) return null;
  // Of all of this batch: what has arrived counts, so that the bar never goes back.
  const counted = uploads.filter((upload) => isUnderWay(upload) || upload.phase === 'done');
  const size = counted.reduce((sum, upload) => sum + upload.size, 0);
  const sent = counted.reduce(
    (sum, upload) => sum + (upload.phase === 'done' ? upload.size : upload.sent),
    0,
  );
  const ratio = size > 0 ? sent / size : 0;
  const text = t('knowledge:upload.underWay', {
    count: moving.length,
    number: formatNumber(moving.length, language),
    percent: formatPercent(ratio, language),
  });
  return (
    <aside className={styles.tray} aria-label={t('knowledge:upload.tray')}>
      <p>{text}</p>
      <Button size="small" onClick={onShow}>
        {t('knowledge:upload.show')}
      </Button>
      <progress className={styles.bar} aria-label={text} max={1} value={ratio} />
    </aside>
  );
}
