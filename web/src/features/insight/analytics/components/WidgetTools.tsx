import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { Options } from '#components/form/Options.tsx';
import { type LayoutWidget, WIDGET_SIZES } from '#contract/insight/analytics-layout';
import { useTexts } from '#i18n/index';
import styles from './analytics.module.css';
import { widgetName } from './Widget';

/** Moves a widget among its neighbours, gives it another size, or takes it away. */
export function WidgetTools({
  widget,
  isFirst,
  isLast,
  onMove,
  onResize,
  onRemove,
}: {
  readonly widget: LayoutWidget;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** By one place, with the button that was pressed. */
  readonly onMove: (by: -1 | 1, button: HTMLElement) => void;
  readonly onResize: (size: LayoutWidget['size']) => void;
  readonly onRemove: () => void;
}) {
  const { t, language } = useTexts();
  return (
    <div className={`unprinted ${styles.tools}`} role="toolbar" aria-label={widgetName(t, language, widget)}>
      <button
        type="button"
        aria-label={t('analytics:custom.earlier')}
        aria-disabled={isFirst}
        onClick={({ currentTarget }) => onMove(-1, currentTarget)}
      >
        <ArrowLeft size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={t('analytics:custom.later')}
        aria-disabled={isLast}
        onClick={({ currentTarget }) => onMove(1, currentTarget)}
      >
        <ArrowRight size={15} aria-hidden="true" />
      </button>
      <select
        aria-label={t('analytics:custom.size')}
        value={widget.size}
        onChange={({ target }) => onResize(target.value as LayoutWidget['size'])}
      >
        <Options of={WIDGET_SIZES}>{(size) => t(`analytics:sizes.${size}`)}</Options>
      </select>
      <button type="button" aria-label={t('analytics:custom.remove')} onClick={onRemove}>
        <X size={15} aria-hidden="true" />
      </button>
    </div>
  );
}
