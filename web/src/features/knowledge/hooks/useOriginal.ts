import type { Document } from '../../../../../functions/contract/documents';
import { useToast } from '../../../components/toasts';
import { useTexts } from '../../../i18n';
import { errorCode } from '../../../lib/api-error';
import { getOriginal } from '../api/get-original';

/** Opens the original of a document, at a page where there is one, or saves it under its own name. */
export function useOriginal({ botId, id, url, title, format }: Document) {
  const { t } = useTexts();
  const toast = useToast();
  const failed = (error: unknown) =>
    toast({ kind: 'error', about: title, text: t(`errors:${errorCode(error)}`) });
  return {
    async open(page: number | null = null) {
      if (url !== null) return void window.open(url, '_blank', 'noopener');
      // Opened with the click, before the answer: browsers block what opens later.
      const tab = window.open('', '_blank');
      try {
        const original = await getOriginal(botId, id);
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
        window.location.assign((await getOriginal(botId, id, 'file')).url);
      } catch (error) {
        failed(error);
      }
    },
  };
}
