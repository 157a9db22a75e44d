import { MOST_AT_ONCE } from '#contract/conversations/bounds';
import { useTexts } from '#i18n/index';
import styles from './filters.module.css';

/** Selects the conversations of the list together, as many as can be changed at once, or none. */
export function MarkAll({
  ids,
  marked,
  onChange,
}: {
  /** All that are shown. */
  readonly ids: readonly string[];
  readonly marked: ReadonlySet<string>;
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const { t } = useTexts();
  const first = ids.slice(0, MOST_AT_ONCE);
  const count = first.filter((id) => marked.has(id)).length;
  const isAll = count === first.length;
  return (
    <label className={`muted ${styles.markAll}`}>
      <input
        type="checkbox"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll;
        }}
        onChange={({ target }) => onChange(target.checked ? first : [])}
      />
      {ids.length > MOST_AT_ONCE
        ? t('conversations:bulk.chooseFirst', { count: MOST_AT_ONCE })
        : t('conversations:bulk.chooseAll', { count: ids.length })}
    </label>
  );
}
