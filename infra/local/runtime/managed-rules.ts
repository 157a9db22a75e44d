/** What a firewall sees of a request. */
export interface Inspected {
  readonly method: string;
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly path: string;
  readonly query: string;
  /** As much of it as the firewall reads. */
  readonly body: string;
  /** Bytes of all of it. */
  readonly bodyBytes: number;
}

type Rule = (request: Inspected) => boolean;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};
/** A rule for each place that a group names after an underscore. */
const PLACES: Readonly<Record<string, (request: Inspected) => string>> = {
  BODY: ({ body }) => body,
  COOKIE: ({ headers }) => headers.cookie ?? '',
  HEADER: ({ headers }) => Object.values(headers).join('\n'),
  QUERYARGUMENTS: ({ query }) => decoded(query),
  QUERYSTRING: ({ query }) => decoded(query),
  URIPATH: ({ path }) => decoded(path),
};
const looked = (
  name: string,
  pattern: RegExp,
  ...places: readonly string[]
): Readonly<Record<string, Rule>> =>
  Object.fromEntries(
    places.map((place) => [
      `${name}_${place}`,
      (request: Inspected) => pattern.test(PLACES[place]?.(request) ?? ''),
    ]),
  );

/*
 * Rules of AWS's managed groups, by the names and examples of its documentation ("AWS Managed Rules rule groups list").
 * AWS keeps its patterns to itself: these match what the documentation says that they match, and less than AWS's do.
 */
const COMMON: Readonly<Record<string, Rule>> = {
  NoUserAgent_HEADER: ({ headers }) => !headers['user-agent'],
  UserAgent_BadBots_HEADER: ({ headers }) => /nessus|nmap/i.test(headers['user-agent'] ?? ''),
  SizeRestrictions_QUERYSTRING: ({ query }) => query.length > 2_048,
  SizeRestrictions_Cookie_HEADER: ({ headers }) => (headers.cookie ?? '').length > 10_240,
  SizeRestrictions_BODY: ({ bodyBytes }) => bodyBytes > 8_192,
  SizeRestrictions_URIPATH: ({ path }) => path.length > 1_024,
  ...looked('EC2MetaDataSSRF', /169\.254\.169\.254/, 'BODY', 'COOKIE', 'URIPATH', 'QUERYARGUMENTS'),
  ...looked('GenericLFI', /\.\.[/\\]/, 'QUERYARGUMENTS', 'URIPATH', 'BODY'),
  ...looked('RestrictedExtensions', /\.(?:log|ini)\b/i, 'URIPATH', 'QUERYARGUMENTS'),
  ...looked(
    'GenericRFI',
    /(?:https?|ftps?):\/\/\d{1,3}(?:\.\d{1,3}){3}/i,
    'QUERYARGUMENTS',
    'BODY',
    'URIPATH',
  ),
  ...looked('CrossSiteScripting', /<script[\s>]/i, 'COOKIE', 'QUERYARGUMENTS', 'BODY', 'URIPATH'),
};

const KNOWN_BAD: Readonly<Record<string, Rule>> = {
  ...looked(
    'JavaDeserializationRCE',
    /\(java\.lang\.Runtime\)\.getRuntime\(\)\.exec/,
    'HEADER',
    'BODY',
    'URIPATH',
    'QUERYSTRING',
  ),
  // Locally every host is one.
  Host_localhost_HEADER: () => false,
  PROPFIND_METHOD: ({ method }) => method === 'PROPFIND',
  ExploitablePaths_URIPATH: ({ path }) => /web-inf/i.test(path),
  ...looked('Log4JRCE', /\$\{jndi:/i, 'HEADER', 'QUERYSTRING', 'BODY', 'URIPATH'),
};

/** By the name of the group, and of the rule in it. Which addresses have a bad reputation AWS alone knows. */
export const MANAGED_RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  AWSManagedRulesCommonRuleSet: COMMON,
  AWSManagedRulesKnownBadInputsRuleSet: KNOWN_BAD,
  AWSManagedRulesAmazonIpReputationList: {},
};
