import type * as z from 'zod';
import type { Bot } from '../../../../../functions/contract/bots';
import type { CreateFromTemplate, TemplateId } from '../../../../../functions/contract/templates';
import { call } from '../../../lib/api';

export function createFromTemplate(
  templateId: TemplateId,
  bot: z.input<typeof CreateFromTemplate>,
): Promise<Bot> {
  return call('createFromTemplate', { params: { templateId }, body: bot });
}
