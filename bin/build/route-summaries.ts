/** The files of the contract that list the API's routes, by their path. */
export const ROUTE_FILE = /functions[\\/]contract[\\/]routes[\\/]\w+\.ts$/;

/** Such a file without what the API's document says of each route: six kilobytes that only that document needs. */
export function withoutSummaries(code: string): string {
  return code.replace(/^\s*summary:\s*(?:'[^'\n]*'|"[^"\n]*"),$/gm, '');
}
