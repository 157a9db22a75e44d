import { useEffect, useState } from 'react';

/** Tells a screen reader which page is shown now, as the browser does after a full load. */
export function TitleAnnouncer() {
  const [title, setTitle] = useState('');
  useEffect(() => {
    const observer = new MutationObserver(() => setTitle(document.title));
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <p className="amplify-visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
