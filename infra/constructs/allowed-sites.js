/**
 * Runs at the edge after a request for what is published of a bot (CloudFront Functions, JavaScript runtime 2.0). A
 * bot that its owner allows on some sites only is refused to the pages of others, whose widget then shows nothing:
 * else its visitors would learn that from the first message they write. The object is cached once for all sites; it
 * names those that it is for in its metadata. What may not be known elsewhere is not in it, and who may speak with
 * the bot is decided by the API: see functions/core/conversations/allowed-sites.ts, whose rules these are.
 */
const SITES = 'x-amz-meta-sites';
/** In the API's words, for who looks for the reason in her browser's console. */
const REFUSAL =
  '{"error":{"code":"widget.site_not_allowed","message":"This chatbot is not allowed on this website."}}';

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name.
function handler(event) {
  const response = event.response;
  const headers = response.headers;
  const sites = headers[SITES];
  if (!sites) return response;
  const origin = event.request.headers.origin;
  headers.vary = { value: headers.vary ? `${headers.vary.value}, Origin` : 'Origin' };
  // By either a browser would ask whether what one site got still holds for another, and be told that it does.
  for (const name of [SITES, 'etag', 'last-modified']) delete headers[name];
  // A page of our own host says no origin; nor does one that gets this through its own server.
  if (!origin || sites.value.split(' ').some((site) => covers(site, origin.value))) return response;
  delete headers['content-encoding'];
  response.statusCode = 403;
  response.statusDescription = 'Forbidden';
  response.body = REFUSAL;
  return response;
}

function covers(site, origin) {
  const host = origin.split('://')[1] || '';
  const visited = site.includes(':') ? host : host.replace(/:\d+$/, '');
  return site.startsWith('*.') ? visited.endsWith(site.slice(1)) : visited === site;
}
