import { useErrorToast } from '#lib/use-error-toast';

/** Opens what a call gives the address of, at a page where there is one. */
export function useOpen() {
  const tellError = useErrorToast();
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
      tellError(error);
    }
  };
}
