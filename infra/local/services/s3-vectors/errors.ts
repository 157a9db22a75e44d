/** An error of the API, as SDK clients throw it. */
export class VectorsError extends Error {
  constructor(
    override readonly name: string,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const invalid = (message: string) => new VectorsError('ValidationException', 400, message);
export const notFound = (what: string) =>
  new VectorsError('NotFoundException', 404, `The specified ${what} could not be found`);
