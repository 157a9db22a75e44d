import { join } from 'node:path';
import { build } from '#bin/build';
import { ROOT } from '#test/helpers/assembly';
import { BUNDLES } from '#test/helpers/bundles';
import {
  dashboardSizes,
  functionSize,
  landingSize,
  PAGES,
  SIGNED_IN_PAGES,
  widgetSizes,
} from '#test/helpers/sizes';
import type { Part } from '../figures';

/** What is sent to browsers, compressed, and what Lambda loads, as the size tests measure them. */
export const sizes: Part = async ({ progress }) => {
  await build({ log: progress });
  const dist = join(ROOT, 'dist');
  const widget = widgetSizes(join(dist, 'widget'));
  const web = dashboardSizes(join(dist, 'web'));
  const functions = BUNDLES.map((name) => [
    `functions.${name}.raw_bytes`,
    functionSize(join(dist, 'functions'), name),
  ]);
  return {
    'widget.br_bytes': widget.firstAnswer,
    'widget.loader_br_bytes': widget.loader,
    'widget.largest_part_br_bytes': Math.max(...widget.parts.values()),
    'web.landing_br_bytes': landingSize(join(dist, 'site'), join(dist, 'web')),
    'web.signin_br_bytes': web.of(PAGES.signIn).scripts,
    'web.shell_br_bytes': Math.max(...SIGNED_IN_PAGES.map((page) => web.of(PAGES[page]).scripts)),
    'web.styles_br_bytes': web.styles,
    ...Object.fromEntries(
      (['dashboard', 'inbox'] as const).flatMap((page) => {
        const { files, bytes } = web.firstOpen(page);
        return [
          [`web.${page}_files`, files],
          [`web.${page}_br_bytes`, bytes],
        ];
      }),
    ),
    ...Object.fromEntries(functions),
  };
};
