import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { reservedInAll, type StageParameters, UNRESERVED_MINIMUM } from '#infra/config/stage';

/**
 * Compares what the stage reserves with the account's quota of concurrent executions before anything is deployed:
 * CloudFormation would fail half-way. A new account may have a quota of 10.
 */
export async function checkConcurrencyQuota(
  lambda: Pick<LambdaClient, 'send'>,
  stage: StageParameters,
  log: (line: string) => void,
): Promise<void> {
  const quota = await readQuota(lambda).catch((error: unknown) => {
    // Whoever deploys through the CDK's roles may lack this grant.
    if (!(error instanceof Error) || error.name !== 'AccessDeniedException') throw error;
    log("The account's concurrency quota could not be read (lambda:GetAccountSettings): going on without.");
    return undefined;
  });
  if (quota === undefined) return;
  const reserved = reservedInAll(stage);
  if (reserved > 0 && quota - reserved < UNRESERVED_MINIMUM)
    throw new Error(
      [
        `The functions of account ${stage.account} may run ${quota} times at once in ${stage.region}. The stage reserves ${reserved} of them, and AWS keeps ${UNRESERVED_MINIMUM} unreserved.`,
        `Ask for ${Math.max(1000, reserved + UNRESERVED_MINIMUM)}; it is free and takes minutes to days:`,
        `  aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --region ${stage.region} --desired-value ${Math.max(1000, reserved + UNRESERVED_MINIMUM)}`,
        'Or reserve less: "reservedConcurrency" of the stage, "none" to try it out with a small quota.',
      ].join('\n'),
    );
  if (quota !== stage.concurrencyQuota)
    log(
      `The account's quota of concurrent executions is ${quota}; the alarm on it is set for ${stage.concurrencyQuota} ("concurrencyQuota" of the stage).`,
    );
}

async function readQuota(lambda: Pick<LambdaClient, 'send'>): Promise<number | undefined> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  return AccountLimit?.ConcurrentExecutions;
}
