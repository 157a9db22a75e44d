/**
 * Runs at the edge before each request (CloudFront Functions, JavaScript runtime 2.0). Tells the APIs which
 * host and address the viewer has, in headers of ours: the origin sees its own host and CloudFront's address.
 * A path of the dashboard that names no file is answered by its one page; never by an error response, which
 * would turn the API's 404 into HTML as well.
 */
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by its name.
function handler(event) {
  const request = event.request;
  const host = request.headers.host ? request.headers.host.value : '';
  // Whatever a client sent under these names is overwritten.
  request.headers['x-parley-host'] = { value: host };
  request.headers['x-parley-address'] = { value: event.viewer.ip };
  const uri = request.uri;
  const isOurs = uri.startsWith('/api/') || uri === '/socket' || uri.startsWith('/w/');
  if (!isOurs && !/\.[a-z0-9]+$/i.test(uri)) request.uri = '/index.html';
  return request;
}
