import { useMemo, useRef } from 'react';
import styles from './developer.module.css';

/**
 * A mail as a mail program shows it. A frame has its page's policy, which lets no style sheet and no style of an element
 * through. So styles are taken out of the text before it is read, and given to the elements by script, which the policy
 * allows. Nothing of the mail itself runs: the frame is a sandbox without scripts.
 */
export function MailFrame({ html, title }: { readonly html: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { source, sheet, styles: ofElements } = useMemo(() => withoutStyles(html), [html]);
  const dress = () => {
    const inner = frame.current?.contentDocument;
    const view = inner?.defaultView as (Window & typeof globalThis) | null | undefined;
    if (!inner || !view) return;
    const adopted = new view.CSSStyleSheet();
    adopted.replaceSync(sheet);
    inner.adoptedStyleSheets = [adopted];
    for (const element of inner.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = ofElements[Number(element.dataset.style)] ?? '';
  };
  return (
    <iframe
      ref={frame}
      className={styles.frame}
      title={title}
      srcDoc={source}
      sandbox="allow-same-origin"
      onLoad={dress}
    />
  );
}

function withoutStyles(html: string) {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const sheets = [...parsed.querySelectorAll('style')];
  const sheet = sheets.map(({ textContent }) => textContent ?? '').join('\n');
  for (const each of sheets) each.remove();
  const ofElements = [...parsed.querySelectorAll('[style]')].map((element, place) => {
    const style = element.getAttribute('style') ?? '';
    element.removeAttribute('style');
    element.setAttribute('data-style', String(place));
    return style;
  });
  return { source: `<!doctype html>${parsed.documentElement.outerHTML}`, sheet, styles: ofElements };
}
