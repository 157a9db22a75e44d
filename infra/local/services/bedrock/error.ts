/** An error of the API, as SDK clients throw it. */
export class BedrockError extends Error {
  constructor(
    override readonly name: string,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const validation = (message: string) => new BedrockError('ValidationException', 400, message);
