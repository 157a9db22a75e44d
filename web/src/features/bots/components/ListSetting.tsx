import { Button, TextField } from '@aws-amplify/ui-react';
import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTexts } from '#i18n/index';
import { endsWord } from '#lib/composing';
import { useListEntries } from '../hooks/useListEntries';
import type { FieldOf } from '../settings';
import type { SettingProps } from './fields';
import styles from './settings.module.css';

/** A list of short texts, each with a button that takes it out, and a field for the next. */
export function ListSetting({
  field,
  hint,
  entryLabel,
  max,
  clean = (entry) => entry.trim(),
  problemOf,
  placeholder = '',
}: SettingProps<FieldOf<string[]>> & {
  /** What is entered, where the part of the page has the list's own name. */
  readonly entryLabel?: string;
  readonly max: number;
  readonly clean?: (entry: string) => string;
  /** What is wrong with an entry, where its own words say it better than the setting's. */
  readonly problemOf?: (entry: string) => string | undefined;
  readonly placeholder?: string;
}) {
  const { t } = useTexts();
  const list = useListEntries(field, clean);
  const { label, problem, entries, wrong } = list;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isFull = entries.length >= max;
  const told = (wrong[0] !== undefined && problemOf?.(wrong[0])) || problem;
  const add = () => {
    input.current?.focus();
    list.add();
  };
  return (
    <div className="stack small">
      <TextField
        ref={(element: HTMLInputElement | null) => {
          input.current = element;
          list.ref(element);
        }}
        label={entryLabel ?? label}
        descriptiveText={hint}
        placeholder={placeholder}
        autoComplete="off"
        isDisabled={isFull}
        value={list.text}
        onChange={({ target }) => list.type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || endsWord(event.nativeEvent)) return;
          event.preventDefault();
          add();
        }}
        hasError={problem !== undefined}
        errorMessage={
          problem && wrong[0] !== undefined
            ? t('bots:form.entry', { entry: wrong[0], problem: told ?? problem })
            : problem
        }
        outerEndComponent={
          <Button onClick={add} isDisabled={isFull} aria-describedby={id}>
            <Plus size={16} aria-hidden="true" />
            {t('bots:form.add')}
          </Button>
        }
      />
      <span id={id} className="faint">
        {isFull ? t('bots:form.full', { count: max }) : ''}
      </span>
      {entries.length > 0 && (
        <ul className="row small" aria-label={label}>
          {entries.map((entry) => (
            <li key={entry} className={styles.entry} data-wrong={wrong.includes(entry)}>
              <span className="long">{entry}</span>
              <button
                type="button"
                className="icon-button"
                aria-label={t('bots:form.remove', { name: entry })}
                onClick={() => {
                  list.remove(entry);
                  input.current?.focus();
                }}
              >
                <X size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
