import { useEffect, useRef } from 'react';
import { config } from '../lib/config';

/**
 * The widget that visitors see, opened in its corner of the window: loaded by the same script tag as on a website.
 * Gone when it is closed or no longer rendered, with its connection.
 */
export function ChatWidget({
  widgetId,
  onClose,
}: {
  readonly widgetId: string;
  readonly onClose: (reason: 'closed' | 'failed') => void;
}) {
  const closed = useRef(onClose);
  useEffect(() => {
    closed.current = onClose;
  });

  useEffect(() => {
    let removed = false;
    const script = document.createElement('script');
    script.src = new URL('/widget.js', config().appOrigin).href;
    script.dataset.widgetId = widgetId;
    const host = () => document.querySelector<HTMLElement>(`div[data-widget-id="${widgetId}"]`);
    const remove = () => {
      const element = host();
      // The chat hears it and hangs up; while it is still loading there is only its button.
      element?.dispatchEvent(new Event('parley:remove'));
      element?.remove();
    };
    let wasOpen = false;
    const watcher = new MutationObserver(() => {
      const open = host()?.hasAttribute('data-open') ?? false;
      if (wasOpen && !open) closed.current('closed');
      wasOpen = open;
    });
    script.onload = () => {
      // A script that is on its way runs, even if its element has been taken out.
      if (removed) return remove();
      const element = host();
      if (!element) return closed.current('failed');
      watcher.observe(element, { attributeFilter: ['data-open'] });
      element.shadowRoot?.querySelector('button')?.click();
    };
    script.onerror = () => closed.current('failed');
    document.body.append(script);
    return () => {
      removed = true;
      watcher.disconnect();
      script.remove();
      remove();
    };
  }, [widgetId]);
  return null;
}
