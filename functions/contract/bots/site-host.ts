import { Text } from '../base/text';

/** Sites by their host: `example.com`, `*.example.com` for those below it, with a port if there is one. */
export const SiteHost = Text(1_000)
  .overwrite(siteHostOf)
  .max(262)
  .refine(isSiteHost, {
    error: 'Please enter a host such as example.com.',
    params: { code: 'host' },
  });

/** What is meant: of a pasted address its host, in the lower case and Punycode that browsers say it in. */
function siteHostOf(text: string): string {
  const entry = text.trim().replace(/^https?:\/\//i, '');
  const [, wildcard = '', host = ''] = /^(\*\.)?(.*)$/s.exec(entry) ?? [];
  // A host must stand there by itself: `//x`, `me@x` and the like are no host that somebody typed.
  if (!/^[^\s/?#\\@]/.test(host) || host.includes('://') || !URL.canParse(`https://${host}`))
    return entry.toLowerCase();
  const url = new URL(`https://${host}`);
  if (url.username || url.password) return entry.toLowerCase();
  // Browsers name no port that a site has anyway.
  const port = url.port === '' || url.port === '80' ? '' : `:${url.port}`;
  return `${wildcard}${url.hostname.replace(/\.$/, '')}${port}`;
}

const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const SITE_HOST = new RegExp(
  `^(?:(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]{2,45}\\])(?::[1-9]\\d{0,4})?$`,
);

function isSiteHost(text: string): boolean {
  return SITE_HOST.test(text) && URL.canParse(`https://${text.replace('*.', '')}`);
}

/** Whether it stands for every site of a whole ending, such as `*.com`: nobody owns those, and each would be let in. */
export function isWholeEnding(host: string): boolean {
  return /^\*\.(?!localhost(?::|$))[^.]+$/.test(host);
}
