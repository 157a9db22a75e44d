/**
 * Runs at the edge after a request for the root (CloudFront Functions, JavaScript runtime 2.0): which page it gets
 * depends on the viewer's languages, and caches between here and her must know.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name.
function handler(event) {
  const headers = event.response.headers;
  const before = headers.vary ? `${headers.vary.value}, ` : '';
  headers.vary = { value: `${before}Accept-Language` };
  return event.response;
}
