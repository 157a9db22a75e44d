import { Button } from '@aws-amplify/ui-react';
import { useTexts } from '#i18n/index';
import styles from './FormActions.module.css';

/** Ends the form of a dialog: leaves it, or sends it. */
export function FormActions({
  submitLabel,
  busyLabel = submitLabel,
  isBusy = false,
  variation = 'primary',
  onCancel,
}: {
  readonly submitLabel: string;
  readonly busyLabel?: string;
  readonly isBusy?: boolean;
  readonly variation?: 'primary' | 'destructive';
  readonly onCancel: () => void;
}) {
  const { t } = useTexts();
  return (
    <div className={`row end ${styles.actions}`}>
      <Button onClick={onCancel} isDisabled={isBusy}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" variation={variation} isLoading={isBusy} loadingText={busyLabel}>
        {submitLabel}
      </Button>
    </div>
  );
}
