import { Check, Code, Plus, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { FloatingAction } from '#components/FloatingAction.tsx';
import type { Bot } from '#contract/bots/bots';
import { hasCopiedEmbedCode } from '#features/bots/embed-copied.ts';
import { useTexts } from '#i18n/index';
import styles from './NextSteps.module.css';

/** The way from nothing to a bot on a website. */
export function NextSteps({
  bots,
  conversations,
}: {
  readonly bots: readonly Bot[];
  /** That visitors have had. */
  readonly conversations: number;
}) {
  const { t } = useTexts();
  const done = stepsDone(bots, conversations);
  const next = done.indexOf(false);
  const bot = bots.find(hasDocuments) ?? bots[0];
  return (
    <section className={styles.steps} aria-labelledby="next-steps">
      <h2 className="title-m" id="next-steps">
        {t('dashboard:steps.title')}
      </h2>
      <p className={styles.progress}>
        {t('dashboard:steps.progress', { done: done.filter(Boolean).length, all: done.length })}
      </p>
      <ol className={styles.list}>
        <Step
          number={1}
          done={done[0] ?? false}
          title={t('dashboard:steps.create.title')}
          text={t('dashboard:steps.create.text')}
        >
          {next === 0 && (
            <FloatingAction to="/bots/new" icon={<Plus size={18} aria-hidden="true" />}>
              {t('dashboard:steps.create.action')}
            </FloatingAction>
          )}
        </Step>
        <Step
          number={2}
          done={done[1] ?? false}
          title={t('dashboard:steps.upload.title')}
          text={t('dashboard:steps.upload.text')}
        >
          {next === 1 && bot && (
            <FloatingAction to={`/bots/${bot.id}/knowledge`} icon={<Upload size={18} aria-hidden="true" />}>
              {t('dashboard:steps.upload.action')}
            </FloatingAction>
          )}
        </Step>
        <Step
          number={3}
          done={done[2] ?? false}
          title={t('dashboard:steps.embed.title')}
          text={t('dashboard:steps.embed.text')}
        >
          {next === 2 && bot && (
            <FloatingAction to={`/bots/${bot.id}`} icon={<Code size={18} aria-hidden="true" />}>
              {t('dashboard:steps.embed.action')}
            </FloatingAction>
          )}
        </Step>
      </ol>
    </section>
  );
}

/** Which of the steps have been walked: a bot, what it answers from, and its code on a website. */
export function stepsDone(bots: readonly Bot[], conversations: number): readonly boolean[] {
  // Visitors who talk to a bot have it on a website, whoever put it there.
  const isEmbedded = conversations > 0 || bots.some(({ id }) => hasCopiedEmbedCode(id));
  return [bots.length > 0, bots.some(hasDocuments), isEmbedded];
}

function hasDocuments({ documentCount }: Bot): boolean {
  return documentCount > 0;
}

function Step({
  number,
  done,
  title,
  text,
  children,
}: {
  readonly number: number;
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <li className={styles.step} data-done={done}>
      <span className={styles.mark} aria-hidden="true">
        {done ? <Check size={16} strokeWidth={3} /> : number}
      </span>
      <div className={styles.words}>
        <h3>
          {title}
          {done && <span className="amplify-visually-hidden"> {t('dashboard:steps.done')}</span>}
        </h3>
        <p>{text}</p>
        {children && <div className={styles.action}>{children}</div>}
      </div>
    </li>
  );
}
