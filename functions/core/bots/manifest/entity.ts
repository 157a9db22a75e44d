import { any, Entity, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** Everything that a bot knows lies in one partition, so that its manifest is one consistent Query. */
export function knowledgePartition({ accountId, botId }: { accountId: string; botId: string }): string {
  return `ACCOUNT#${accountId}#BOT#${botId}#KNOWLEDGE`;
}

/** Counts the changes of the manifest; sorts before its segments, so that one Query reads both. */
export const ManifestEntity = new Entity({
  name: 'Manifest',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    botId: string().key(),
    version: number(),
    documents: number(),
    passages: number(),
    /** Of a large bot: where its vectors go, and of which model. */
    vectorIndex: any().castAs<{ bucket: number; name: string; model: string }>().optional(),
    /** The run that makes segments anew which a program met that does not read them, and how long it is not asked again. */
    renewal: string().optional(),
    renewalUntil: number().optional(),
  }),
  computeKey: (input) => ({ pk: knowledgePartition(input), sk: 'MANIFEST#' }),
});
