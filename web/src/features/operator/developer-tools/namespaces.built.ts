import type { Namespace } from '#i18n/keys';

/** Every file of texts there is. */
export const NAMESPACES = Object.keys(import.meta.glob('../../../../public/locales/en/*.json')).map((file) =>
  file.replace(/^.*\/|\.json$/g, ''),
) as Namespace[];
