import { SourceMap, type SourceMapPayload } from 'node:module';

/** A place in a bundle, as stack traces have it: `/var/task/index.cjs:1:20567`. */
const PLACE = /(?:file:\/\/)?[^\s()"]*index\.cjs:(\d+):(\d+)/g;

/** A stack trace, or a log that has some, with the lines of the sources in place of the bundle's. */
export function readableStack(payload: SourceMapPayload, text: string): string {
  const map = new SourceMap(payload);
  return text.replaceAll(PLACE, (place, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
