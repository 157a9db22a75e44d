/** The help centre's articles by the paths of their files, as they are written. */
export const SOURCES = import.meta.glob<string>('../../../../help/de/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
