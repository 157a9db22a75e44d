import type { ModelBackend } from '#infra/local/services/bedrock/backend';
import { createOpenAiBackend } from '#infra/local/services/bedrock/openai';
import { UsageError } from './settings';

/**
 * Which models answer locally, as the environment says it: `BEDROCK` is `aws`, or the address of an API as OpenAI's,
 * and unset the stand-in answers. `BEDROCK_MODEL` and `BEDROCK_EMBEDDINGS` name the models, `BEDROCK_API_KEY` is for
 * servers that want one. An empty variable counts as unset.
 */
export async function readModelBackend(
  environment: Readonly<Record<string, string | undefined>>,
  region: string,
): Promise<ModelBackend | undefined> {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const where = read('BEDROCK');
  const model = read('BEDROCK_MODEL');
  if (where === undefined) {
    if (model !== undefined) throw new UsageError('BEDROCK_MODEL needs BEDROCK: aws, or an address');
    return undefined;
  }
  if (where === 'aws') {
    const { createAwsBackend } = await import('#infra/local/services/bedrock/aws');
    return createAwsBackend({ region: read('AWS_REGION') ?? region, model });
  }
  if (!/^https?:\/\/[^/]/.test(where) || !URL.canParse(where))
    throw new UsageError(`BEDROCK=${where} is neither aws nor an address such as http://localhost:11434/v1`);
  if (model === undefined)
    throw new UsageError(`BEDROCK=${where} needs BEDROCK_MODEL: the name of a model on that server`);
  return createOpenAiBackend({
    baseUrl: where,
    model,
    embeddings: read('BEDROCK_EMBEDDINGS'),
    apiKey: read('BEDROCK_API_KEY'),
  });
}
