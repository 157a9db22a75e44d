import type { ResourceKey } from 'i18next';

/** What everybody is shown rather than the names of texts. */
export const FALLBACK = 'en';
/** Milliseconds before each further attempt: a line that drops is often back soon. */
const PAUSES = [500, 2_000] as const;

export interface FetchedTexts {
  readonly texts: ResourceKey;
  /** Whether they are in English because those of the language did not come. */
  readonly isFallback: boolean;
}

/** A file of texts, asked for again where it doesn't come, and in the end the English one in its place. */
export async function fetchTexts(
  language: string,
  namespace: string,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<FetchedTexts> {
  try {
    return { texts: await fetchFile(language, namespace, wait), isFallback: false };
  } catch (error) {
    if (language === FALLBACK) throw error;
    return { texts: await fetchFile(FALLBACK, namespace, wait), isFallback: true };
  }
}

async function fetchFile(
  language: string,
  namespace: string,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<ResourceKey> {
  for (let attempt = 0; ; attempt++) {
    try {
      const response = await fetch(`/locales/${language}/${namespace}.json`);
      if (!response.ok) throw new Error(`Failed to fetch ${response.url}: ${response.status}`);
      return (await response.json()) as ResourceKey;
    } catch (error) {
      const milliseconds = PAUSES[attempt];
      if (milliseconds === undefined) throw error;
      await wait(milliseconds);
    }
  }
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
