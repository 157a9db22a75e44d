import type { AdminLogEntry } from '#contract/operator/admin';
import { formatDateTime } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './admin.module.css';

/** One thing that an administrator did. */
export function LogEntry({ entry }: { readonly entry: AdminLogEntry }) {
  const { t, language } = useTexts();
  const { action, at, actor, subject, note } = entry;
  return (
    <li className={styles.item}>
      <div className="stack tight grows long">
        <p>
          <strong>{t(`admin:actions.${action}`)}</strong>
          {subject && <> · {subject.name}</>}
        </p>
        {note && <p className={`muted ${styles.said}`}>{note}</p>}
        <p className="muted">
          {actor.name} · {formatDateTime(at, language)}
        </p>
      </div>
    </li>
  );
}
