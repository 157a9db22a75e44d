import {
  type BedrockRuntimeClient,
  ConverseCommand,
  InvokeModelCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { answerModels, type StageParameters } from '#infra/config/stage';

/**
 * Calls each model of the stage once, as who deploys. A model of another maker is subscribed in AWS's Marketplace by its
 * first call, which no function of ours may do: without this the stage would quote, and search by words alone, and say
 * nothing. Throws what a person has to do where a model does not answer.
 */
export async function tryModels(
  bedrock: Pick<BedrockRuntimeClient, 'send'>,
  stage: StageParameters,
  log: (line: string) => void,
): Promise<void> {
  const { embeddingModel, region } = stage;
  const calls: [string, () => Promise<unknown>][] = answerModels(stage).map(({ id }) => [
    id,
    () =>
      bedrock.send(
        new ConverseCommand({
          modelId: id,
          messages: [{ role: 'user', content: [{ text: 'Hello' }] }],
          inferenceConfig: { maxTokens: 1 },
        }),
      ),
  ]);
  if (embeddingModel !== 'none')
    calls.push([
      embeddingModel,
      () => bedrock.send(new InvokeModelCommand({ modelId: embeddingModel, body: helloTo(embeddingModel) })),
    ]);
  const silent: string[] = [];
  for (const [id, call] of calls) {
    try {
      await call();
      log(`The model ${id} answers.`);
    } catch (error) {
      silent.push(`  ${id}: ${error instanceof Error ? `${error.name}, ${error.message}` : error}`);
    }
  }
  if (silent.length === 0) return;
  throw new Error(
    [
      'The stage is deployed. Until these models answer, visitors get quotes and search goes by words alone:',
      ...silent,
      `Open https://${region}.console.aws.amazon.com/bedrock/home?region=${region}#/model-catalog, choose the model and ask for it (some makers want to be told what it is for). Who deploys needs bedrock:InvokeModel, aws-marketplace:Subscribe and aws-marketplace:ViewSubscriptions. Then run this again: it goes on from here.`,
    ].join('\n'),
  );
}

/** What the smallest call of each embedding model says. */
function helloTo(model: Exclude<StageParameters['embeddingModel'], 'none'>): string {
  return JSON.stringify(
    model.startsWith('cohere.')
      ? { texts: ['Hello'], input_type: 'search_query', truncate: 'END' }
      : { inputText: 'Hello' },
  );
}
