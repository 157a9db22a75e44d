import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { fillFacts } from '../functions/contract/site/product-facts';
import { LANGUAGES } from './src/i18n/language-list';

/** Fills in what articles and texts say of the product: browsers get them whole. */
export const withFacts: Plugin = {
  name: 'product-facts',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?');
    const language = LANGUAGES.find(({ code }) => path.dirname(file).endsWith(`/help/${code}`));
    if (query !== 'raw' || !language) return null;
    this.addWatchFile(file);
    const text = fillFacts(await readFile(file, 'utf8'), language.code);
    return `export default ${JSON.stringify(text)}`;
  },
  async writeBundle({ dir = '' }) {
    for (const { code } of LANGUAGES) {
      const folder = path.join(dir, 'locales', code);
      for (const name of await readdir(folder)) {
        const file = path.join(folder, name);
        await writeFile(file, fillFacts(await readFile(file, 'utf8'), code));
      }
    }
  },
};
