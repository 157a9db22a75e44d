import { useToast } from '#components/toasts.tsx';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';

/** Opens what a call gives the address of, at a page where there is one. */
export function useOpen() {
  const { t } = useTexts();
  const toast = useToast();
  return async (link: () => Promise<{ readonly url: string; readonly page: number | null }>) => {
    // Opened with the click, before the answer: browsers block what opens later.
    const tab = window.open('', '_blank');
    try {
      const { url, page } = await link();
      const address = page === null ? url : `${url}#page=${page}`;
      if (!tab) return window.location.assign(address);
      tab.opener = null;
      tab.location.href = address;
    } catch (error) {
      tab?.close();
      toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) });
    }
  };
}
