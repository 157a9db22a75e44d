import { type ReactNode, useRef } from 'react';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { useBottomBar } from '#lib/use-bottom-bar';
import styles from './SaveBar.module.css';

interface Props {
  readonly text: ReactNode;
  /** Where the text asks for something: on a phone it has a row of its own then, and else there is room for the buttons alone. */
  readonly isUrgent?: boolean;
  /** Why the last attempt failed, or null: told here instead of the text, since whoever saves may see no other part of the page. */
  readonly failure?: unknown;
  /** Says what failed, before the reason. */
  readonly failed?: string;
  readonly children: ReactNode;
}

/** What is unsaved is saved from wherever one is on the page: the last part of it, at the bottom of the window. */
export function SaveBar({ text, isUrgent = false, failure = null, failed, children }: Props) {
  const { t } = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  useBottomBar(bar);
  return (
    <div ref={bar} className={`floats row ${styles.bar}`}>
      {failure === null ? (
        <p data-urgent={isUrgent}>{text}</p>
      ) : (
        <p className="wrong" data-urgent role="alert">
          {[failed && `${failed}.`, t(`errors:${errorCode(failure)}`)].filter(Boolean).join(' ')}
        </p>
      )}
      {children}
    </div>
  );
}
