/** So many mails in so many seconds. */
export interface MailBound {
  readonly seconds: number;
  readonly times: number;
}

/** What mails are counted by, the innermost first: who is refused at one counts at none beyond. */
export const MAIL_SCOPES = [
  'conversation',
  'invitation',
  'person',
  /** A visitor of one account, or the network that a stranger writes from. */
  'visitor',
  'bot',
  'account',
  'stage',
] as const;
export type MailScope = (typeof MAIL_SCOPES)[number];

export interface MailRule {
  /** Who can make it be sent. `strangers` are on our own website, `visitors` on a company's. */
  readonly causedBy: 'strangers' | 'visitors' | 'members' | 'operator' | 'parley';
  /** Counted once a cause, however many it is mailed to. */
  readonly bounds: Readonly<Partial<Record<MailScope, MailBound>>>;
  /** Of one address, over all accounts. */
  readonly recipient: MailBound;
  /**
   * Whether links and addresses are live that people wrote: a bot, a company, a visitor. Our own buttons always are.
   * Never where the address may be one that nobody has confirmed, nor where strangers' words are quoted.
   */
  readonly links: 'live' | 'dead';
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
const hourly = (times: number): MailBound => ({ seconds: HOUR, times });
const daily = (times: number): MailBound => ({ seconds: DAY, times });

/** Every mail that we send: `core/accounts/mail/post.ts` sends by this table, and nothing else sends but Cognito. */
export const MAILS = {
  /** Cognito sends it, for whoever signs up with whatever address; what it mails further it bounds itself. */
  sign_up: { causedBy: 'strangers', bounds: {}, recipient: daily(10), links: 'dead' },
  /** A conversation, to whatever address its visitor gives. */
  transcript: {
    causedBy: 'visitors',
    bounds: { conversation: hourly(3), visitor: daily(10), bot: daily(50), account: daily(100) },
    recipient: daily(5),
    links: 'dead',
  },
  /** What the team wrote to a visitor that has left, to the address that was given in the chat. */
  reply: {
    causedBy: 'members',
    bounds: { conversation: hourly(20), bot: daily(300), account: daily(500) },
    recipient: daily(40),
    links: 'dead',
  },
  /** A visitor waits: to the owner and admins. */
  visitor_waits: {
    causedBy: 'visitors',
    bounds: { conversation: hourly(4), visitor: hourly(3), account: hourly(20) },
    recipient: daily(200),
    links: 'dead',
  },
  /** How many more wait, where `visitor_waits` was refused. */
  visitors_wait: {
    causedBy: 'visitors',
    bounds: { account: hourly(1) },
    recipient: daily(24),
    links: 'dead',
  },
  invitation: {
    causedBy: 'members',
    bounds: { invitation: hourly(4), account: hourly(50) },
    recipient: daily(10),
    links: 'dead',
  },
  /** Asks an address whether it wants a report. */
  report_confirmation: {
    causedBy: 'members',
    bounds: { account: daily(100) },
    recipient: daily(5),
    links: 'dead',
  },
  /** To members, and to addresses that have agreed. */
  report: {
    causedBy: 'members',
    bounds: {},
    recipient: daily(30),
    links: 'live',
  },
  limit: { causedBy: 'parley', bounds: { account: daily(50) }, recipient: daily(50), links: 'dead' },
  /** What else a team is told. */
  notification: { causedBy: 'members', bounds: {}, recipient: daily(100), links: 'dead' },
  /** What has changed of somebody's sign-in: told to themselves. */
  security: { causedBy: 'members', bounds: { person: daily(20) }, recipient: daily(20), links: 'dead' },
  /** A code, or the word that the address is taken, to an address that somebody wants. */
  new_address: { causedBy: 'members', bounds: { person: hourly(5) }, recipient: daily(5), links: 'dead' },
  /** To the old address. */
  address_changed: { causedBy: 'members', bounds: { person: hourly(5) }, recipient: daily(5), links: 'dead' },
  export_ready: { causedBy: 'members', bounds: { account: daily(10) }, recipient: daily(20), links: 'dead' },
  account_deletion: {
    causedBy: 'members',
    bounds: { account: daily(10) },
    recipient: daily(20),
    links: 'dead',
  },
  /** A message to the operator: what is over the bound is mailed later. */
  contact: {
    causedBy: 'strangers',
    bounds: { stage: { seconds: 60, times: 60 } },
    recipient: daily(5_000),
    links: 'live',
  },
  /** Says to who wrote that it has arrived. It quotes nothing. */
  contact_confirmation: {
    causedBy: 'strangers',
    bounds: { visitor: daily(20) },
    recipient: daily(5),
    links: 'dead',
  },
  /** The operator's answer. What it quotes of the message is dead, too: anybody may have written it. */
  contact_answer: { causedBy: 'operator', bounds: {}, recipient: daily(20), links: 'live' },
} as const satisfies Readonly<Record<string, MailRule>>;

export type MailKind = keyof typeof MAILS;

/** What a mail of a kind is counted by: an id for each scope that its rule bounds. */
export type MailCause<K extends MailKind> = { readonly [S in keyof (typeof MAILS)[K]['bounds']]: string };
