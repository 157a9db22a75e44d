import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Font files, by the names of their packages. The build puts them beside the bundle that reads them (bin/build), where
 * no packages are.
 */
export const FONT_FILES = {
  regular: '@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf',
  bold: '@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf',
  /** Greek, Cyrillic, Arabic, signs: what Figtree has not. */
  wide: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
} as const;
export type FontName = keyof typeof FONT_FILES;

const read = new Map<FontName, Buffer>();

export function fontFile(name: FontName): Buffer {
  const known = read.get(name);
  if (known) return known;
  const beside = fileURLToPath(new URL(path.basename(FONT_FILES[name]), import.meta.url));
  const bytes = readFileSync(
    existsSync(beside) ? beside : createRequire(import.meta.url).resolve(FONT_FILES[name]),
  );
  read.set(name, bytes);
  return bytes;
}
