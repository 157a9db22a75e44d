import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useModal } from '#components/use-modal.ts';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { useSettled } from '#lib/use-settled';
import styles from './CommandPalette.module.css';
import { foundEntries, matching, nearest, type PaletteEntry } from './palette-entries';
import { useHelpEntries } from './use-help-entries';
import { usePaletteCommands } from './use-palette-commands';

/** After so long without a key the server is asked. */
const SETTLED_MS = 200;
const MOST_ARTICLES = 6;

/** Finds pages, bots, documents, conversations, articles of the help centre and actions by what is typed, and goes there. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t, language } = useTexts();
  const modal = useModal(onClose);
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const asked = useSettled(text.trim(), SETTLED_MS);
  const search = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => call('searchAccount', { query: { q: asked.slice(0, 100) }, signal }),
    enabled: asked.length > 1,
    staleTime: 30_000,
  });
  const commands = usePaletteCommands();
  const articles = useHelpEntries(asked.length > 1);
  const known = matching(commands, text);
  const keys = new Set(known.map(({ key }) => key));
  const entries: readonly PaletteEntry[] = [
    ...known,
    // What is known here is there at once; the server's answer adds what is not.
    ...(asked.length > 1 && search.data ? foundEntries(search.data).filter(({ key }) => !keys.has(key)) : []),
    ...(asked.length > 1 ? nearest(articles, text).slice(0, MOST_ARTICLES) : []),
  ];
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
            const { group, name, detail, Icon } = entry;
            return (
              <div key={`${group} ${entry.key}`}>
                {group !== entries[place - 1]?.group && (
                  <p className={`note ${styles.group}`} role="presentation">
                    {t(`common:palette.groups.${group}`)}
                  </p>
                )}
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's */}
                {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus */}
                <div
                  id={`${id}${place}`}
                  role="option"
                  aria-selected={place === current}
                  className={styles.entry}
                  onClick={() => run(entry)}
                  onPointerMove={() => setChosen(place)}
                  ref={(element) => {
                    if (place === current) element?.scrollIntoView({ block: 'nearest' });
                  }}
                >
                  <Icon size={18} className="soft" aria-hidden="true" />
                  <span className={styles.name}>{name}</span>
                  {detail && <span className={`muted ${styles.detail}`}>{detail}</span>}
                </div>
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
