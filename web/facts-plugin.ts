import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';
import { EVERYWHERE, START } from './src/i18n/everywhere';

const FACTS = fileURLToPath(new URL('../functions/contract/site/product-facts.ts', import.meta.url));
let loaded: ReturnType<typeof load> | undefined;

/** Fills in what articles and texts say of the product: browsers get them whole. */
export const withFacts: Plugin = {
  name: 'product-facts',
  enforce: 'pre',
  load: {
    filter: { id: /\/help\/\w+\/[\w-]+\.md\?raw$/ },
    async handler(id) {
      const [file = ''] = id.split('?');
      const { fillFacts, FACT_LANGUAGES } = await facts();
      const language = FACT_LANGUAGES.find((code) => path.dirname(file).endsWith(`/help/${code}`));
      if (!language) return null;
      this.addWatchFile(file);
      return `export default ${JSON.stringify(fillFacts(await readFile(file, 'utf8'), language))}`;
    },
  },
  async writeBundle({ dir = '' }) {
    const { fillFacts, FACT_LANGUAGES } = await facts();
    for (const language of FACT_LANGUAGES) {
      const folder = path.join(dir, 'locales', language);
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        await writeFile(file, fillFacts(await readFile(file, 'utf8'), language));
      }
      const read = (name: string) => readFile(path.join(folder, `${name}.json`), 'utf8');
      const start = await Promise.all(EVERYWHERE.map(async (name) => [name, JSON.parse(await read(name))]));
      await writeFile(path.join(folder, `${START}.json`), JSON.stringify(Object.fromEntries(start)));
    }
  },
};

/** Not with the configuration, which every start would read through. */
function facts(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

async function load() {
  const { module } = await runnerImport<typeof import('../functions/contract/site/product-facts')>(FACTS);
  return module;
}
