import { answerModels, reservedFor, type StageParameters } from '#infra/config/stage';

/** As `aws service-quotas list-service-quotas` gives them. */
export interface Quota {
  readonly QuotaName: string;
  readonly Value: number;
}

/** What a model's quotas are named after. */
const EMBEDDING_NAMES: Readonly<Record<StageParameters['embeddingModel'], string | null>> = {
  none: null,
  'cohere.embed-multilingual-v3': 'Cohere Embed Multilingual',
  'amazon.titan-embed-text-v2:0': 'Amazon Titan Text Embeddings V2',
};

/** A model's answer takes three seconds: so many a minute of each function that waits for one. */
const ANSWERS_A_MINUTE = 20;
/** Of an answer that is asked with its passages, and of the question alone, which is embedded. */
const TOKENS = 1_500;
const QUESTION_TOKENS = 50;

/**
 * Tells what Bedrock lets each model of the stage take a minute, beside what the stage's answer function can ask for. What
 * is over is answered with quotes, so that it is no reason not to deploy.
 */
export async function reportModelQuotas(
  listQuotas: () => Promise<readonly Quota[]>,
  stage: StageParameters,
  log: (line: string) => void,
): Promise<void> {
  const answers = (reservedFor(stage, 'answer') ?? stage.concurrencyQuota) * ANSWERS_A_MINUTE;
  const quotas = await listQuotas().catch((error: unknown) => {
    log(
      `Bedrock's quotas could not be read (aws service-quotas list-service-quotas --service-code bedrock): ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    );
    return null;
  });
  if (!quotas) return;
  const embedding = EMBEDDING_NAMES[stage.embeddingModel];
  for (const name of [...answerModels(stage).map((model) => model.name), ...(embedding ? [embedding] : [])]) {
    const tokens = leastOf(quotas, name);
    const asked = answers * (name === embedding ? QUESTION_TOKENS : TOKENS);
    log(
      tokens === null
        ? `Bedrock names no quota of ${name} here: look at Service Quotas, Amazon Bedrock.`
        : `${name}: Bedrock takes ${tokens} tokens a minute; the stage can ask for ${asked}.${tokens < asked ? ' What is over is answered with quotes: raise the quota before the traffic comes (Service Quotas, Amazon Bedrock).' : ''}`,
    );
  }
}

/**
 * Bedrock counts tokens, and calls no more (docs.aws.amazon.com/bedrock/latest/userguide/quotas-runtime.html). A model has a
 * quota on demand and one across regions, of which a stage uses one.
 */
function leastOf(quotas: readonly Quota[], name: string): number | null {
  const ending = `tokens per minute for ${name}`.toLowerCase();
  const found = quotas.filter(({ QuotaName }) => QuotaName.toLowerCase().endsWith(ending));
  return found.length === 0 ? null : Math.min(...found.map(({ Value }) => Value));
}
