import type { Resource } from '../assembly/model';
import type { LocalContext, LocalService } from '../service';
import type { Inbox, MailSender } from './ses/mail';

export interface SesOptions {
  /** Resources of type AWS::SES::EmailIdentity: addresses and domains that mail may come from. */
  readonly identities: readonly Resource[];
}

/** The service as its API, as Cognito sends through it, and as the inbox page reads it. */
export interface SesService extends LocalService, Inbox, MailSender {}

export declare function createSes(context: LocalContext, options: SesOptions): SesService;
