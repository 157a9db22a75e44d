import type { OriginalLink } from '#contract/knowledge/documents';

/** Opens a short-lived link in a tab of its own, at once and filled later: browsers block one that opens after a wait. */
export async function openLink(link: Promise<OriginalLink>, hash = ''): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { url } = await link;
    if (tab) tab.opener = null;
    (tab ?? window).location.assign(url + hash);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
