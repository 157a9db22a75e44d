import { loadTexts, useTexts } from '#i18n/index';
import { useLiveEvents } from '#lib/live-context';
import { sentenceOf } from '#lib/notifications';
import { useAuth } from '#lib/session/session';

/** Tells by the browser what happens while another window or tab is looked at, where the person allowed it. */
export function BrowserMessages() {
  const texts = useTexts();
  const { account } = useAuth();
  useLiveEvents((event) => {
    if (event.type !== 'notification.added' || event.accountId !== account.id || !event.inBrowser) return;
    if (!document.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted')
      return;
    const { id, path } = event.notification;
    void loadTexts(['notifications']).then(() => {
      const text = sentenceOf(event.notification, texts);
      // One tag an event: of several open tabs one message is shown.
      const message = new Notification(text, { tag: id });
      message.onclick = () => {
        window.focus();
        if (path !== null) location.assign(path);
      };
    });
  });
  return null;
}
