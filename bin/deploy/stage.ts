import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { SESv2Client } from '@aws-sdk/client-sesv2';
import * as z from 'zod';
import { isReadable } from '#core/retrieval/format';
import {
  appOrigin,
  mailDomain,
  rootOrigin,
  STACKS,
  type StageParameters,
  stackName,
} from '#infra/config/stage';
import { ITEMS_VERSION } from '#platform/items-version';
import { inlineSources } from '../../web/landing/build';
import { namesStacks } from './arguments';
import { checkConcurrencyQuota } from './concurrency-quota';
import { type Quota, reportModelQuotas } from './model-quotas';
import { tryModels } from './try-models';
import { waitForVerifiedMail } from './verified-mail';

/** Outputs of stacks, by stack and name. */
export const Outputs = z.record(z.string(), z.record(z.string(), z.string()));
export type Outputs = z.infer<typeof Outputs>;

export interface DeployDeps {
  readonly ses: Pick<SESv2Client, 'send'>;
  readonly lambda: Pick<LambdaClient, 'send'>;
  readonly bedrock: Pick<BedrockRuntimeClient, 'send'>;
  /** Bedrock's, of the stage's region. */
  listModelQuotas(): Promise<readonly Quota[]>;
  cdkDeploy(words: readonly string[]): Promise<Outputs>;
  /** Puts the static files into the buckets that the edge stack names. */
  publish(outputsOfEdge: Outputs[string] | undefined): Promise<void>;
  /** The page at an address; empty where there is none. */
  readLivePage(address: string): Promise<string>;
  log(line: string): void;
  sleep(milliseconds: number): Promise<void>;
}

/**
 * The mail domain first, since Cognito sends only by one that is verified, then all stacks, then the static files, then
 * a call of each model.
 * Words that name stacks have these deployed alone.
 */
export async function deployStage(
  stage: StageParameters,
  words: readonly string[],
  deps: DeployDeps,
): Promise<void> {
  const named = (stack: (typeof STACKS)[number]) => stackName(stage, stack);
  await refuseOlderCode(stage, words, deps);
  await checkConcurrencyQuota(deps.lambda, stage, deps.log);
  await reportModelQuotas(() => deps.listModelQuotas(), stage, deps.log);
  if (namesStacks(words, STACKS.map(named))) {
    await deps.cdkDeploy([...(await admitLivePage(stage, deps)), ...words]);
    return deps.log('The stacks that were named are deployed; no static file was published.');
  }
  const mail = await deps.cdkDeploy([named('mail'), ...words]);
  await waitForVerifiedMail({
    ...deps,
    domain: mailDomain(stage),
    records: Object.entries(mail[named('mail')] ?? {}).flatMap(([name, value]) =>
      name.startsWith('MailRecord') ? [value] : [],
    ),
  });
  const all = await deps.cdkDeploy(['--all', ...(await admitLivePage(stage, deps)), ...words]);
  await deps.publish(all[named('edge')]);
  await tryModels(deps.bedrock, stage, deps.log);
}

/**
 * A release that does not read what the one before has written leaves bots without a part of what they know, or fails at
 * items that it does not know. `-c olderFormats=allow` deploys it all the same: what can be read answers until `npm run
 * rebuild` has made the rest anew.
 */
async function refuseOlderCode(
  stage: StageParameters,
  words: readonly string[],
  { readLivePage }: DeployDeps,
): Promise<void> {
  const live = Live.safeParse(await readLivePage(`${appOrigin(stage)}/api/health`));
  if (!live.success || words.includes(ALLOWED)) return;
  const { commit, formats } = live.data;
  if (!isReadable(formats.segment))
    throw new Error(
      `The release that is live (${commit}) writes segments of format ${formats.segment}, which this one does not read. Deploy a newer one; or with -c ${ALLOWED}: bots then answer without what was read since, until npm run rebuild has made it anew.`,
    );
  if (formats.items > ITEMS_VERSION)
    throw new Error(
      `The release that is live (${commit}) writes items of version ${formats.items}, of which this one reads ${ITEMS_VERSION}. Deploy a newer one; or with -c ${ALLOWED}: calls that meet such an item then fail.`,
    );
}

const ALLOWED = 'olderFormats=allow';
const Live = z.preprocess(
  parsed,
  z.object({
    commit: z.string().nullable(),
    formats: z.object({ segment: z.int(), items: z.int().default(1) }),
  }),
);

function parsed(page: unknown): unknown {
  try {
    return JSON.parse(String(page));
  } catch {
    // Nothing is live, or a release from before it said so.
    return null;
  }
}

/** The page that is live goes on under the new policy until the new page is published. */
async function admitLivePage(stage: StageParameters, { readLivePage }: DeployDeps): Promise<string[]> {
  const page = await readLivePage(`${rootOrigin(stage)}/en`);
  return page ? ['-c', `liveInlineCode=${JSON.stringify(inlineSources([page]))}`] : [];
}
