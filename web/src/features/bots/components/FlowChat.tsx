import { Bot, RotateCcw } from 'lucide-react';
import { type CSSProperties, useEffect, useReducer, useRef } from 'react';
import type { BotConfig } from '#contract/bots/bot-config';
import type { FlowInput } from '#core/bots/flow/fields';
import { useTexts } from '#i18n/index';
import { advance, begin, type ChatConfig } from '../flow-chat';
import { FlowAnswer } from './FlowAnswer';
import styles from './FlowChat.module.css';

export interface FlowChatProps {
  readonly name: string;
  /** What the chat runs and looks like. Changed, it begins anew. */
  readonly config: ChatConfig &
    Pick<
      BotConfig,
      'companyName' | 'primaryColor' | 'secondaryColor' | 'theme' | 'placeholder' | 'borderRadius'
    >;
  /** What keeps a flow that is being written from going on at a step. */
  readonly problemAt?: (stepId: string) => string;
}

/** A conversation through a flow as a visitor has it, without a server: what the documents would answer is said. */
export function FlowChat({ name, config, problemAt = (stepId) => stepId }: FlowChatProps) {
  const { t } = useTexts();
  const [chat, dispatch] = useReducer(
    (state: ReturnType<typeof begin>, action: { config: ChatConfig; input?: FlowInput; said?: string }) =>
      action.input ? advance(state, action.config, action.input, action.said ?? '') : begin(action.config),
    config,
    begin,
  );
  const { flow, welcomeMessage, language, starterQuestions } = config;
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another flow or greeting is another conversation
  useEffect(() => {
    if (first.current) first.current = false;
    else dispatch({ config });
  }, [flow, welcomeMessage, language, starterQuestions]);

  const log = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is in view
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [chat.lines.length]);

  const give = (input: FlowInput, said: string) => dispatch({ config, input, said });
  const collected = Object.entries(chat.state.data).length;
  return (
    <section className="stack" aria-label={t('templates:chat.label', { name })}>
      <div
        className={styles.chat}
        data-theme={config.theme}
        style={
          {
            '--chat-main': config.primaryColor,
            '--chat-on-main': config.secondaryColor,
            '--chat-radius': `${config.borderRadius}px`,
          } as CSSProperties
        }
      >
        <header className={styles.head}>
          <span className={styles.face} aria-hidden="true">
            <Bot size={20} />
          </span>
          <span className={styles.who}>
            <strong>{name}</strong>
            {config.companyName && <span className="fine">{config.companyName}</span>}
          </span>
          <button
            type="button"
            className={styles.again}
            onClick={() => dispatch({ config })}
            aria-label={t('templates:chat.restart')}
            title={t('templates:chat.restart')}
          >
            <RotateCcw size={18} aria-hidden="true" />
          </button>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
        <div ref={log} className={styles.log} role="log" aria-label={t('templates:chat.log')} tabIndex={0}>
          {chat.lines.map((line) => (
            <p
              key={line.number}
              className={styles.line}
              data-from={isNote(line.from) ? 'note' : line.from}
              lang={isNote(line.from) ? undefined : language}
            >
              {line.from === 'note'
                ? t('templates:chat.answered', { question: line.text })
                : line.from === 'empty'
                  ? t('templates:chat.empty')
                  : line.from === 'stopped'
                    ? t('templates:chat.stopped', { problem: problemAt(line.text) })
                    : line.text}
            </p>
          ))}
        </div>
        <FlowAnswer
          // Each question has an input of its own.
          key={`${chat.state.at} ${chat.lines.length}`}
          field={chat.asked}
          resumable={chat.resumable}
          starters={chat.asked || collected > 0 || chat.resumable ? [] : starterQuestions}
          placeholder={config.placeholder}
          language={language}
          takesFocus={chat.lines.some(({ from }) => from === 'visitor')}
          onGive={give}
        />
      </div>
      <Collected chat={chat} />
    </section>
  );
}

/** What is said about the conversation, in the reader's language. */
function isNote(from: ReturnType<typeof begin>['lines'][number]['from']): boolean {
  return from === 'note' || from === 'empty' || from === 'stopped';
}

function Collected({ chat }: { readonly chat: ReturnType<typeof begin> }) {
  const { t } = useTexts();
  if (chat.collected.length === 0) return <p className="muted">{t('templates:chat.nothing')}</p>;
  return (
    <div className={`framed round ${styles.collected}`}>
      <h3>{t('templates:chat.collected')}</h3>
      <dl className="stack small">
        {chat.collected.map(({ field, text }) => (
          <div key={field.key}>
            <dt className="muted">{field.label || field.key}</dt>
            <dd className="as-typed">{text === '' ? t('templates:chat.skipped') : text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
