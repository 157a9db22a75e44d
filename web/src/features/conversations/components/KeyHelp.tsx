import { Dialog } from '#components/Dialog.tsx';
import { useTexts } from '#i18n/index';
import styles from './conversations.module.css';

const KEYS = ['j', 'k', 'enter', 'r', 'n', 'a', 'e', 'escape', 'help'] as const;
const NAMES = {
  j: 'j',
  k: 'k',
  enter: 'Enter',
  e: 'e',
  r: 'r',
  n: 'n',
  a: 'a',
  escape: 'Esc',
  help: '?',
} as const;

/** What the keys do in the inbox. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Dialog title={t('conversations:keys.title')} size="small" onClose={onClose}>
      <dl className={`stack small ${styles.keys}`}>
        {KEYS.map((key) => (
          <div key={key} className={`stack snug ${styles.keyRow}`}>
            <dt>
              <kbd>{NAMES[key]}</kbd>
            </dt>
            <dd>{t(`conversations:keys.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
