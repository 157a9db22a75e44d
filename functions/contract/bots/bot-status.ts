/**
 * `draft`: nothing was trained yet. `training`: its documents are being read (pending, then processing). `ready`: may
 * be deployed. `active`: deployed, answers visitors. `inactive`: deployed and paused, visitors read the offline
 * message. `error`: its training failed.
 */
export const BOT_STATUSES = ['draft', 'training', 'ready', 'active', 'inactive', 'error'] as const;
export type BotStatus = (typeof BOT_STATUSES)[number];

/** What a person does. */
export const BOT_ACTIONS = [
  'deploy',
  'undeploy',
  'activate',
  'deactivate',
  'publish',
  'unpublish',
  'train',
  'retrain',
] as const;
export type BotAction = (typeof BOT_ACTIONS)[number];

/** What happens by itself. */
export type TrainingEvent = 'trained' | 'training_failed';

interface Transition {
  readonly from: readonly BotStatus[];
  /** `same`: the bot stays what it is. */
  readonly to: BotStatus | 'same';
  /** Whether a new version of the configuration is published, or visitors see none any more. */
  readonly publication?: 'publish' | 'withdraw';
}

const LIVE = ['active', 'inactive'] as const;

/**
 * The status machine. What is not here is refused. A live bot answers while it is trained anew: its status stays,
 * and only its training step shows it.
 */
export const TRANSITIONS = {
  /** Goes live with the configuration as it is. */
  deploy: { from: ['draft', 'ready', 'error'], to: 'active', publication: 'publish' },
  /** Off the air: the widget is gone from every website. */
  undeploy: { from: LIVE, to: 'ready', publication: 'withdraw' },
  activate: { from: ['inactive'], to: 'active' },
  /** Paused: the widget stays and says so. */
  deactivate: { from: ['active'], to: 'inactive' },
  /** Visitors see what was changed since the last publication. */
  publish: { from: LIVE, to: 'same', publication: 'publish' },
  /** Back to the desk: off the air, and a draft again. */
  unpublish: { from: LIVE, to: 'draft', publication: 'withdraw' },
  train: { from: ['draft', 'ready', 'error'], to: 'training' },
  retrain: { from: [...LIVE, 'ready', 'error'], to: 'same' },
  /** Also when what could not be read is taken away: there is nothing left that failed. */
  trained: { from: ['training', 'error'], to: 'ready' },
  training_failed: { from: ['training'], to: 'error' },
} as const satisfies Record<BotAction | TrainingEvent, Transition>;

/** The status that an action leads to; null where it is not possible. */
export function nextStatus(status: BotStatus, action: BotAction | TrainingEvent): BotStatus | null {
  const { from, to }: Transition = TRANSITIONS[action];
  if (!from.includes(status)) return null;
  return to === 'same' ? status : to;
}

export function possibleActions(status: BotStatus): BotAction[] {
  return BOT_ACTIONS.filter((action) => nextStatus(status, action) !== null);
}

/** Whether visitors have a widget of it. */
export function isDeployed(status: BotStatus): boolean {
  return LIVE.some((live) => live === status);
}
