import { Paperclip, SendHorizontal } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DataField } from '#contract/bots/flow';
import { FLOW_FILE, type FlowInput } from '#core/bots/flow/fields';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { endsWord } from '#lib/composing';
import styles from './FlowChat.module.css';

interface FlowAnswerProps {
  readonly field: DataField | null;
  readonly resumable: boolean;
  readonly starters: readonly string[];
  readonly placeholder: string;
  readonly language: string;
  readonly takesFocus: boolean;
  readonly onGive: (input: FlowInput, said: string) => void;
}

/** What a visitor answers with: by the type of the value that is asked for. */
export function FlowAnswer({
  field,
  resumable,
  starters,
  placeholder,
  language,
  takesFocus,
  onGive,
}: FlowAnswerProps) {
  const { t } = useTexts();
  const area = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: whoever works by keyboard goes on here.
  useEffect(() => {
    if (takesFocus)
      area.current?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
  }, [takesFocus]);
  const skip = field && !field.required && (
    <button
      type="button"
      className={styles.chip}
      onClick={() => onGive({ kind: 'skip' }, t('templates:chat.skip'))}
    >
      {t('templates:chat.skip')}
    </button>
  );
  return (
    <div ref={area} className={styles.answer}>
      {field === null && resumable && (
        <div className="row small">
          <button
            type="button"
            className={styles.chip}
            onClick={() => onGive({ kind: 'continue' }, t('templates:chat.continue'))}
          >
            {t('templates:chat.continue')}
          </button>
        </div>
      )}
      {field === null && starters.length > 0 && (
        <div className="row small">
          {starters.map((question) => (
            <button
              key={question}
              type="button"
              lang={language}
              className={styles.chip}
              onClick={() => onGive({ kind: 'text', text: question }, question)}
            >
              {question}
            </button>
          ))}
        </div>
      )}
      {field?.type === 'select' && (
        <div className="row small" lang={language}>
          {field.options.map((option) => (
            <button
              key={option}
              type="button"
              className={styles.chip}
              onClick={() => onGive({ kind: 'choices', choices: [option] }, option)}
            >
              {option}
            </button>
          ))}
          {skip}
        </div>
      )}
      {field?.type === 'multiselect' && (
        <Choices field={field} language={language} skip={skip} onGive={onGive} />
      )}
      {field?.type === 'file' && <FileAnswer field={field} skip={skip} onGive={onGive} />}
      {(field === null || TYPED[field.type]) && (
        <TextAnswer field={field} placeholder={placeholder} skip={skip} onGive={onGive} />
      )}
    </div>
  );
}

type Give = FlowAnswerProps['onGive'];

/** Types that are written, and how phones help with it. */
const TYPED: Readonly<
  Partial<Record<DataField['type'], { readonly type: string; readonly hint: TranslationKey }>>
> = {
  text: { type: 'text', hint: 'templates:chat.hints.text' },
  textarea: { type: 'textarea', hint: 'templates:chat.hints.text' },
  email: { type: 'email', hint: 'templates:chat.hints.email' },
  phone: { type: 'tel', hint: 'templates:chat.hints.phone' },
  number: { type: 'text', hint: 'templates:chat.hints.number' },
  date: { type: 'date', hint: 'templates:chat.hints.date' },
  url: { type: 'url', hint: 'templates:chat.hints.url' },
};

function TextAnswer({
  field,
  placeholder,
  skip,
  onGive,
}: {
  readonly field: DataField | null;
  readonly placeholder: string;
  readonly skip: ReactNode;
  readonly onGive: Give;
}) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const { type, hint } = (field && TYPED[field.type]) ?? { type: 'text', hint: null };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onGive({ kind: 'text', text }, text.trim());
  };
  const shared = {
    value: text,
    className: styles.input ?? '',
    placeholder: hint ? t(hint) : placeholder,
    'aria-label': field?.label || t('templates:chat.message'),
    maxLength: 4_000,
    onChange: ({ target }: { readonly target: { readonly value: string } }) => setText(target.value),
  };
  return (
    <form className="row small bottom" onSubmit={submit} noValidate>
      {type === 'textarea' ? (
        <textarea
          {...shared}
          rows={2}
          onKeyDown={(event) => {
            // As in the chat itself: Enter sends, with the shift key it begins a line.
            if (event.key !== 'Enter' || event.shiftKey || endsWord(event.nativeEvent)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      ) : (
        <input
          {...shared}
          type={type}
          inputMode={field?.type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
        />
      )}
      <button type="submit" className={styles.send} aria-label={t('templates:chat.send')}>
        <SendHorizontal size={18} aria-hidden="true" />
      </button>
      {skip}
    </form>
  );
}

function Choices({
  field,
  language,
  skip,
  onGive,
}: {
  readonly field: DataField;
  readonly language: string;
  readonly skip: ReactNode;
  readonly onGive: Give;
}) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGive({ kind: 'choices', choices: chosen }, chosen.length > 0 ? chosen.join(', ') : '…');
  };
  return (
    <form onSubmit={submit}>
      <fieldset className={`stack tight ${styles.choices}`} lang={language}>
        <legend className="amplify-visually-hidden">{field.label}</legend>
        {field.options.map((option) => (
          <label key={option} className={styles.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(option)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, option] : chosen.filter((other) => other !== option))
              }
            />
            {option}
          </label>
        ))}
      </fieldset>
      <div className="row small">
        <button type="submit" className={styles.chip} data-main="true">
          {t('templates:chat.choose')}
        </button>
        {skip}
      </div>
    </form>
  );
}

function FileAnswer({
  field,
  skip,
  onGive,
}: {
  readonly field: DataField;
  readonly skip: ReactNode;
  readonly onGive: Give;
}) {
  const { t } = useTexts();
  const id = useId();
  return (
    <>
      <div className="row small">
        <label className={styles.chip} data-main="true" htmlFor={id}>
          <Paperclip size={16} aria-hidden="true" />
          {t('templates:chat.file')}
          <input
            id={id}
            type="file"
            className="amplify-visually-hidden"
            aria-label={field.label}
            accept={FLOW_FILE.types.join(',')}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file)
                onGive({ kind: 'file', name: file.name, size: file.size, type: file.type }, file.name);
            }}
          />
        </label>
        {skip}
      </div>
      <p className={styles.small}>{t('templates:chat.fileNote')}</p>
    </>
  );
}
