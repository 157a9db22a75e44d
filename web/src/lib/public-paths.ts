/** Pages that anyone may read, on the root host: the landing page's map of the site names them too. */
export const PUBLIC_PATHS = [
  'about',
  'roadmap',
  'pricing',
  'contact',
  'privacy',
  'terms',
  'impressum',
] as const;
