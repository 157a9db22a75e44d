import * as z from 'zod';
import type { Resource } from './model';

/** A resource's properties, as whoever runs it needs them; what can't run locally is an error that names it. */
export function readProperties<T>(schema: z.ZodType<T>, resource: Resource): T {
  const result = schema.safeParse(resource.properties);
  if (result.success) return result.data;
  throw new Error(`${described(resource)} can't run locally: ${z.prettifyError(result.error)}`);
}

/** A resource, for who has to find it in the infrastructure's code. */
export function described({ type, logicalId, stack }: Resource): string {
  return `${type} ${logicalId} in stack ${stack}`;
}
