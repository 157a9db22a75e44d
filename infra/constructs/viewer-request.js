/**
 * Runs at the edge before each request but those for the files of a build (CloudFront Functions, JavaScript runtime
 * 2.0). Tells the APIs which host and address the viewer has, in headers of ours: the origin sees its own host and
 * CloudFront's address. The root of the public site is the landing page in the viewer's language; each language is a
 * file of its own, and the file's name, not the viewer's, is what is cached. Any other path that names no file is
 * answered by the dashboard's one page; never by an error response, which would turn the API's 404 into HTML as well.
 */
const ROOT_HOST = '{{ROOT_HOST}}';
const LANGUAGES = ['en', 'de'];

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name.
function handler(event) {
  const request = event.request;
  const host = request.headers.host ? request.headers.host.value : '';
  // Whatever a client sent under these names is overwritten.
  request.headers['x-parley-host'] = { value: host };
  request.headers['x-parley-address'] = { value: event.viewer.ip };
  request.uri = fileOf(request.uri, host === ROOT_HOST, request.headers['accept-language']);
  return request;
}

function fileOf(uri, isRoot, accepted) {
  if (isRoot) {
    if (uri === '/') return `/landing/root-${preferred(accepted)}.html`;
    const named = uri.slice(1);
    if (LANGUAGES.includes(named)) return `/landing/${named}.html`;
  } else if (uri === '/robots.txt') {
    // One bucket for all hosts, and only the public site is for search.
    return '/robots-elsewhere.txt';
  }
  const isOurs = uri.startsWith('/api/') || uri === '/socket' || uri.startsWith('/w/');
  return isOurs || /\.[a-z0-9]+$/i.test(uri) ? uri : '/index.html';
}

/** The language of ours that the viewer likes best; the first of those she likes alike; English when none is. */
function preferred(accepted) {
  const header = accepted ? (accepted.multiValue || [accepted]).map((one) => one.value).join(',') : '';
  let best = { language: LANGUAGES[0], quality: 0 };
  header
    .slice(0, 500)
    .toLowerCase()
    .split(',')
    .forEach((range) => {
      const parts = range.split(';');
      const language = parts[0].trim().split('-')[0];
      const q = parts.slice(1).find((part) => /^\s*q\s*=/.test(part));
      const quality = q === undefined ? 1 : Number(q.split('=')[1]);
      if (LANGUAGES.includes(language) && quality > best.quality) best = { language, quality };
    });
  return best.language;
}
