import { X } from 'lucide-react';
import { useTexts } from '#i18n/index';

/** The cross in the corner of what lies over the page, or of a notice. */
export function CloseButton({
  size,
  className = '',
  onClose,
}: {
  /** Pixels of the cross. */
  readonly size: number;
  readonly className?: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      className={`icon-button ${className}`}
      onClick={onClose}
      aria-label={t('common:close')}
    >
      <X size={size} aria-hidden="true" />
    </button>
  );
}
