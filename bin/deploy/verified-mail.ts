import { GetEmailIdentityCommand, NotFoundException, type SESv2Client } from '@aws-sdk/client-sesv2';

export interface VerifiedMailOptions {
  readonly ses: Pick<SESv2Client, 'send'>;
  readonly domain: string;
  /** DNS records that somebody has to make by hand; none where the stage has a hosted zone. */
  readonly records: readonly string[];
  /** @default two hours */
  readonly timeoutSeconds?: number;
  log(line: string): void;
  sleep(milliseconds: number): Promise<void>;
}

const POLL_SECONDS = 20;
const TELL_EVERY_SECONDS = 5 * 60;
const TIMEOUT_SECONDS = 2 * 60 * 60;

/**
 * Waits until SES has verified the mail domain, since Cognito sends by nothing else. SES looks for the records by
 * itself, for three days; it takes minutes to hours.
 */
export async function waitForVerifiedMail(options: VerifiedMailOptions): Promise<void> {
  const { domain, records, log, sleep, timeoutSeconds = TIMEOUT_SECONDS } = options;
  for (let waited = 0; !(await isVerified(options)); waited += POLL_SECONDS) {
    if (waited >= timeoutSeconds)
      throw new Error(
        `SES has not verified ${domain} within ${minutes(timeoutSeconds)}. Check the DNS records of the domain, then run this again: it goes on from here.`,
      );
    if (waited === 0) for (const line of instructions(domain, records, timeoutSeconds)) log(line);
    else if (waited % TELL_EVERY_SECONDS === 0) log(`Still waiting for SES, since ${minutes(waited)}.`);
    await sleep(POLL_SECONDS * 1000);
  }
}

async function isVerified({ ses, domain }: VerifiedMailOptions): Promise<boolean> {
  try {
    const identity = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
    if (identity.VerificationStatus === 'FAILED')
      throw new Error(
        `SES has given up on ${domain}: it did not find the DNS records within three days. Make them, then start the verification again in the console of SES (Identities, ${domain}), and run this again.`,
      );
    return identity.VerifiedForSendingStatus === true;
  } catch (error) {
    if (!(error instanceof NotFoundException)) throw error;
    throw new Error(
      `SES knows no identity ${domain}: the mail stack was deployed to another account or region.`,
    );
  }
}

function instructions(domain: string, records: readonly string[], timeoutSeconds: number): string[] {
  return [
    `SES has not verified ${domain} yet, and Cognito sends by nothing else.`,
    ...(records.length > 0
      ? ['Set these DNS records:', ...records.map((record) => `  ${record}`)]
      : ['Its DNS records are in the hosted zone; SES finds them by itself.']),
    `Waiting up to ${minutes(timeoutSeconds)}. Ctrl-C loses nothing: run the same command again, and it goes on from here.`,
  ];
}

function minutes(seconds: number): string {
  return `${Math.round(seconds / 60)} minutes`;
}
