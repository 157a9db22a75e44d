import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModal } from '#components/use-modal.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './CommandPalette.module.css';
import type { PaletteEntry } from './palette-entries';
import { usePaletteEntries } from './use-palette-entries';

/**
 * Finds pages, bots, documents, conversations, articles of the help centre and actions by what is typed, and goes there.
 * Not by cmdk: that is 16 kB, and the security policy refuses the style element that it makes.
 */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useTexts();
  const modal = useModal(onClose);
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, search } = usePaletteEntries(text);
  const current = Math.min(chosen, entries.length - 1);

  const run = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    if ('to' in entry) void navigate(entry.to);
    else entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const next = moves[event.key];
    if (next !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((next + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(entries[current]);
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same
    <dialog
      {...modal}
      className={styles.dialog}
      aria-label={t('common:palette.label')}
      onClick={(event) => {
        // Only a click beside the panel has the dialog itself for its target.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={`framed round ${styles.panel}`}>
        <div className={styles.field}>
          <Search size={20} aria-hidden="true" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={entries[current] ? `${id}${current}` : undefined}
            aria-label={t('common:palette.label')}
            placeholder={t('common:palette.placeholder')}
            value={text}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
          />
        </div>
        <div id={`${id}list`} role="listbox" className={styles.list} aria-label={t('common:palette.label')}>
          {entries.map((entry, place) => {
            const { group } = entry;
            return (
              <div key={`${group} ${entry.key}`}>
                {group !== entries[place - 1]?.group && (
                  <p className={`note ${styles.group}`} role="presentation">
                    {t(`common:palette.groups.${group}`)}
                  </p>
                )}
                <PaletteOption
                  id={`${id}${place}`}
                  entry={entry}
                  isCurrent={place === current}
                  onRun={() => run(entry)}
                  onPoint={() => setChosen(place)}
                />
              </div>
            );
          })}
        </div>
        <p className={styles.state} role="status">
          {search.isError
            ? t('common:palette.failed')
            : search.isFetching
              ? t('common:palette.searching')
              : entries.length === 0
                ? t('common:palette.none', { text: text.trim() })
                : t('common:palette.results', {
                    count: entries.length,
                    number: formatNumber(entries.length, language),
                  })}
          <span className={styles.hint}>{t('common:palette.hint')}</span>
        </p>
      </div>
    </dialog>
  );
}

function PaletteOption({
  id,
  entry: { name, detail, Icon },
  isCurrent,
  onRun,
  onPoint,
}: {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isCurrent: boolean;
  readonly onRun: () => void;
  readonly onPoint: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles.entry}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <Icon size={18} className="soft" aria-hidden="true" />
      <span className="cut">{name}</span>
      {detail && <span className={`muted cut ${styles.detail}`}>{detail}</span>}
    </div>
  );
}
