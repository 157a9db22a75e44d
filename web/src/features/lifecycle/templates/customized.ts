import type * as z from 'zod';
import { CreateFromTemplate } from '#contract/lifecycle/templates';

/** What is one's own of a bot that is made from a template. */
export const Customized = CreateFromTemplate.pick({
  name: true,
  companyName: true,
  welcomeMessage: true,
  primaryColor: true,
}).required();
export type Customized = z.infer<typeof Customized>;

export const CUSTOMIZED_FIELDS = ['name', 'companyName', 'welcomeMessage', 'primaryColor'] as const;
