import { useCallback } from 'react';
import { markdown } from '#widget/markdown';
import styles from './AnswerText.module.css';

/** A bot's answer as its visitor reads it, by the widget's own reader of Markdown; sources are named by their numbers. */
export function AnswerText({ text }: { readonly text: string }) {
  // The nodes are the widget's: React has none in there.
  const show = useCallback(
    (element: HTMLElement | null) =>
      element?.replaceChildren(markdown(text, (number) => document.createTextNode(`[${number}]`))),
    [text],
  );
  return <div ref={show} className={styles.answer} dir="auto" />;
}
