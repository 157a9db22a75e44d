import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { ReportTemplateId } from '#contract/base/ids';
import {
  MAX_TEMPLATES,
  type RenameTemplate,
  type ReportTemplate,
  type ReportTemplateList,
  type WriteTemplate,
} from '#contract/insight/reports';
import { loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { listAll } from '#platform/table-reads';
import { conditionally } from '#platform/table-writes';
import { ReportTemplateEntity, reportsPartition, type StoredTemplate } from './entity';
import { assertNotEmpty } from './exports';

export async function listTemplates({ accountId }: Actor): Promise<ReportTemplateList> {
  const stored = await templatesOf(accountId);
  return { items: stored.map(toTemplate).sort((one, other) => one.name.localeCompare(other.name)) };
}

/** Repeating it changes nothing. Two at once may save one more than an account keeps, which harms nobody. */
export async function saveTemplate(
  clock: Clock,
  { accountId }: Actor,
  reportTemplateId: ReportTemplateId,
  { name, content }: WriteTemplate,
): Promise<ReportTemplate> {
  assertNotEmpty(content);
  for (const botId of content.botIds) await loadBot({ accountId, botId });
  const known = await templatesOf(accountId);
  const isNew = !known.some((template) => template.reportTemplateId === reportTemplateId);
  if (isNew && known.length >= MAX_TEMPLATES) throw new ParleyError('report.too_many_templates');
  const stored = { accountId, reportTemplateId, name, content, updatedAt: clock().toISOString() };
  await ReportTemplateEntity.build(PutItemCommand).item(stored).send();
  return toTemplate(stored);
}

export async function renameTemplate(
  clock: Clock,
  { accountId }: Actor,
  reportTemplateId: ReportTemplateId,
  { name }: RenameTemplate,
): Promise<ReportTemplate> {
  const { Attributes } = await conditionally(
    ReportTemplateEntity.build(UpdateItemCommand)
      .item({ accountId, reportTemplateId, name, updatedAt: clock().toISOString() })
      .options({ condition: { attr: 'content', exists: true }, returnValues: 'ALL_NEW' })
      .send(),
    () => new ParleyError('report.template_not_found'),
  );
  if (!Attributes) throw new ParleyError('report.template_not_found');
  return toTemplate(Attributes);
}

export async function deleteTemplate(
  { accountId }: Actor,
  reportTemplateId: ReportTemplateId,
): Promise<void> {
  await ReportTemplateEntity.build(DeleteItemCommand).key({ accountId, reportTemplateId }).send();
}

async function templatesOf(accountId: string): Promise<readonly StoredTemplate[]> {
  return listAll(ReportTemplateEntity, reportsPartition(accountId), 'TEMPLATE#');
}

function toTemplate({ reportTemplateId, name, content, updatedAt }: StoredTemplate): ReportTemplate {
  return { id: ReportTemplateId.parse(reportTemplateId), name, content, updatedAt };
}
