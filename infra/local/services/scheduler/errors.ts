/** A refusal as EventBridge Scheduler words it. */
export class SchedulerError extends Error {
  constructor(
    readonly type: string,
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const invalid = (message: string) => new SchedulerError('ValidationException', 400, message);
export const conflict = (message: string) => new SchedulerError('ConflictException', 409, message);
export const notFound = (message: string) => new SchedulerError('ResourceNotFoundException', 404, message);
