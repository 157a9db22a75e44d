import * as z from 'zod';

/** What the widget tells before its visitor has done anything: that it is shown on the first page of a visit, or that its chat was opened. */
export const Beacon = z.object({ event: z.enum(['shown', 'opened']) });
export type Beacon = z.infer<typeof Beacon>;
