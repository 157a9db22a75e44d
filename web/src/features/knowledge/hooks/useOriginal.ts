import type { Document } from '#contract/knowledge/documents';
import { call } from '#lib/api';
import { useErrorToast } from '#lib/use-error-toast';

/** Opens the original of a document, at a page where there is one, or saves it under its own name. */
export function useOriginal({ botId, id, url, title, format }: Document) {
  const failed = useErrorToast(title);
  return {
    async open(page: number | null = null) {
      if (url !== null) return void window.open(url, '_blank', 'noopener');
      // Opened with the click, before the answer: browsers block what opens later.
      const tab = window.open('', '_blank');
      try {
        const original = await call('getOriginal', { params: { botId, documentId: id } });
        const address = page === null || format !== 'pdf' ? original.url : `${original.url}#page=${page}`;
        if (!tab) return window.location.assign(address);
        tab.opener = null;
        tab.location.href = address;
      } catch (error) {
        tab?.close();
        failed(error);
      }
    },
    async download() {
      try {
        // It comes as an attachment: the page stays where it is.
        const { url } = await call('getOriginal', {
          params: { botId, documentId: id },
          query: { as: 'file' },
        });
        window.location.assign(url);
      } catch (error) {
        failed(error);
      }
    },
  };
}
