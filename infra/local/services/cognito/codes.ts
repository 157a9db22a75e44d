import { createHmac, randomInt } from 'node:crypto';
import * as z from 'zod';
import type { Invoker } from '#infra/local/runtime/ports';
import type { MailSender } from '../ses/mail';
import { CognitoError, codeExpired, codeMismatch, limitExceeded } from './error';
import type { PoolSettings } from './settings';
import { runTrigger, subjectOf } from './triggers';
import type { CodePurpose, User, Users } from './users';

const HOUR = 3_600_000;
const VALID_MS = { 'sign-up': 24 * HOUR, recovery: HOUR, attribute: 24 * HOUR } as const;
/** Codes a user is sent an hour at most. */
const SENDS_PER_HOUR = 20;
/** Wrong codes shown in a quarter of an hour after which even the right one is refused. */
const MISSES = 5;
const MISS_WINDOW_MS = HOUR / 4;

/** Longest subject and text of a mail that a CustomMessage trigger may give. */
const CustomMessage = z.object({
  smsMessage: z.string().nullish(),
  emailMessage: z.string().max(20_000).nullish(),
  emailSubject: z.string().max(140).nullish(),
});

export interface CodeDelivery {
  readonly AttributeName: string;
  readonly DeliveryMedium: 'EMAIL';
  readonly Destination: string;
}

export interface CodeRequest {
  readonly purpose: CodePurpose;
  readonly trigger:
    | 'SignUp'
    | 'ResendCode'
    | 'ForgotPassword'
    | 'UpdateUserAttribute'
    | 'VerifyUserAttribute';
  readonly clientId: string;
  readonly clientMetadata?: Readonly<Record<string, string>> | undefined;
  /** Where it goes, when that is not the user's address yet. */
  readonly address?: string;
}

/** Sends codes and takes them back. */
export class Codes {
  constructor(
    private readonly pool: PoolSettings,
    private readonly users: Users,
    private readonly invoker: Invoker,
    private readonly mail: MailSender,
    private readonly now: () => number,
  ) {}

  /** Replaces the code of this purpose and mails the new one. */
  async send(user: User, request: CodeRequest): Promise<CodeDelivery> {
    const { pool } = this;
    const address = request.address ?? user.attributes.email;
    if (!address) {
      throw new CognitoError('InvalidParameterException', 'User has no email address to send a code to.');
    }
    const recent = user.codesSent.filter((at) => at > this.now() - HOUR);
    if (recent.length >= SENDS_PER_HOUR) throw limitExceeded();

    // Kept before it is sent: a kill in between leaves a code that nobody knows, not a mail with a dead one.
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const kind = request.purpose.startsWith('attribute:')
      ? 'attribute'
      : (request.purpose as 'sign-up' | 'recovery');
    const stored = this.users.update(user.username, (current) => ({
      codes: { ...current.codes, [request.purpose]: { value: code, expiresAt: this.now() + VALID_MS[kind] } },
      codesSent: [...recent, this.now()],
    }));
    if (!stored) throw new CognitoError('UserNotFoundException', 'User does not exist.');

    return this.mailTo(address, stored, { ...request, own: pool.email, values: { '{####}': code } });
  }

  /** Mails the temporary password to somebody whom an administrator has created. */
  async invite(
    user: User,
    password: string,
    request: Pick<CodeRequest, 'clientId' | 'clientMetadata'>,
  ): Promise<void> {
    const address = user.attributes.email;
    if (!address) throw new CognitoError('InvalidParameterException', 'User has no email address.');
    await this.mailTo(address, user, {
      ...request,
      trigger: 'AdminCreateUser',
      own: this.pool.invitation,
      values: { '{####}': password, '{username}': user.username },
    });
  }

  /** Sends the trigger's text, or the pool's own, with the values in their places. */
  private async mailTo(
    address: string,
    user: User,
    request: Pick<CodeRequest, 'clientId' | 'clientMetadata'> & {
      readonly trigger: CodeRequest['trigger'] | 'AdminCreateUser';
      readonly own: { readonly subject: string; readonly message: string };
      readonly values: Readonly<Record<string, string>>;
    },
  ): Promise<CodeDelivery> {
    const { pool } = this;
    const places = Object.keys(request.values);
    const message = await runTrigger(this.invoker, pool, {
      name: 'CustomMessage',
      source: `CustomMessage_${request.trigger}`,
      clientId: request.clientId,
      subject: subjectOf(user),
      clientMetadata: request.clientMetadata,
      request: {
        codeParameter: '{####}',
        linkParameter: '{##Click Here##}',
        usernameParameter: places.includes('{username}') ? '{username}' : null,
      },
      response: { smsMessage: null, emailMessage: null, emailSubject: null },
      answer: CustomMessage,
    });
    const text = message.emailMessage ?? request.own.message;
    for (const place of places) {
      if (text.includes(place)) continue;
      // AWS would send its own message instead, and the mistake would show only there.
      throw new CognitoError('InvalidLambdaResponseException', `CustomMessage: emailMessage lacks ${place}.`);
    }
    try {
      await this.mail.send(
        {
          from: pool.email.from,
          to: [address],
          ...(pool.email.replyTo && { replyTo: [pool.email.replyTo] }),
          subject: message.emailSubject ?? request.own.subject,
          html: places.reduce((html, place) => html.replaceAll(place, request.values[place] ?? ''), text),
        },
        { unverified: pool.email.fromAws },
      );
    } catch (error) {
      throw new CognitoError(
        'CodeDeliveryFailureException',
        error instanceof Error ? error.message : String(error),
      );
    }
    return deliveryTo(address);
  }

  /** Throws unless this is the code. A wrong one counts against the user; a right one lasts until it is spent. */
  check(user: User, purpose: CodePurpose, shown: string): void {
    const recent = user.codesMissed.filter((at) => at > this.now() - MISS_WINDOW_MS);
    if (recent.length >= MISSES) throw limitExceeded();
    const code = user.codes[purpose];
    if (!code || code.expiresAt <= this.now()) throw codeExpired();
    if (code.value !== shown) {
      this.users.update(user.username, () => ({ codesMissed: [...recent, this.now()] }));
      throw codeMismatch();
    }
  }

  /** What is answered for a name that nobody has: the same each time, and like the real thing. */
  pretend(login: string): CodeDelivery {
    if (login.includes('@')) return deliveryTo(login);
    const digest = createHmac('sha256', this.pool.arn).update(login).digest();
    const letter = (index: number) => String.fromCharCode(97 + ((digest[index] ?? 0) % 26));
    return deliveryTo(`${letter(0)}@${letter(1)}`);
  }
}

/** The part of a user's record that says that their code was used. */
export function spent(user: User, purpose: CodePurpose): Pick<User, 'codes' | 'codesMissed'> {
  const { [purpose]: _, ...codes } = user.codes;
  return { codes, codesMissed: [] };
}

function deliveryTo(address: string): CodeDelivery {
  const [local = '', domain = ''] = address.split('@');
  return {
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${local.slice(0, 1)}***@${domain.slice(0, 1)}***`,
  };
}
