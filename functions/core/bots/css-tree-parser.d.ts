/** The parser alone, of which there are no types apart from the whole: that is ten times as large. */
declare module 'css-tree/parser' {
  import type { parse } from 'css-tree';

  const parser: typeof parse;
  export default parser;
}
