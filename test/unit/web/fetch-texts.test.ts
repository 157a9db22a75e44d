import { describe, expect, it, vi } from 'vitest';
import { fetchTexts } from '#i18n/fetch-texts';

/** Answers of the server, by file; one that is asked for more often than it has answers is not there. */
function serve(answers: Readonly<Record<string, readonly (object | null)[]>>) {
  const asked: string[] = [];
  const left = new Map(Object.entries(answers).map(([file, all]) => [file, [...all]]));
  vi.stubGlobal('fetch', async (file: string) => {
    asked.push(file);
    const texts = left.get(file)?.shift();
    return texts ? Response.json(texts) : new Response('', { status: 503 });
  });
  return asked;
}

const waits: number[] = [];
const fetched = (language: string) => {
  waits.length = 0;
  return fetchTexts(language, 'bots', async (milliseconds) => waits.push(milliseconds));
};

describe('a file of texts', () => {
  it('is asked for again after a while where it did not come', async () => {
    const asked = serve({ '/locales/de/bots.json': [null, null, { title: 'Meine Bots' }] });
    expect(await fetched('de')).toEqual({ texts: { title: 'Meine Bots' }, isFallback: false });
    expect(asked).toHaveLength(3);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
  });

  it('is the English one in the end, and says so', async () => {
    serve({ '/locales/en/bots.json': [{ title: 'My bots' }] });
    expect(await fetched('de')).toEqual({ texts: { title: 'My bots' }, isFallback: true });
  });

  it('fails where the English one does not come either, rather than be empty', async () => {
    const asked = serve({});
    await expect(fetched('en')).rejects.toThrow(/fetch/);
    expect(asked).toEqual(Array(3).fill('/locales/en/bots.json'));
  });
});
