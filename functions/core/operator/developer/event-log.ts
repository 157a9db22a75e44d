import { BatchPutRequest } from 'dynamodb-toolbox';
import type { LoggedEvent, LoggedEventList } from '#contract/operator/developer';
import { currentSettings } from '#core/accounts/platform-settings/settings';
import type { DomainEvent } from '#core/base/events/events';
import { writeItems } from '#platform/batch-writes';
import { epochSeconds } from '#platform/clock';
import { logger } from '#platform/logger';
import { queryPage } from '#platform/pages';
import { EVENT_LOG, LoggedEventEntity, type StoredLoggedEvent } from './entity';

const KEPT_SECONDS = 86_400;
const SHOWN = 100;
/** Ids that an event may carry, itself or in its item. Nothing else of it is kept. */
const IDS = ['botId', 'conversationId', 'messageId', 'documentId', 'userId', 'invitationId', 'webhookId'];

/**
 * Writes events down for the developer tools, while the flag is on. Told twice, it is the same item. That they can't be
 * written holds nothing back: they are there to be looked at.
 */
export async function logEvents(events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return;
  try {
    const { flags } = await currentSettings();
    if (!flags.eventLog) return;
    await writeItems(events.map((event) => LoggedEventEntity.build(BatchPutRequest).item(loggedOf(event))));
  } catch (error) {
    logger.warn('Events were not written down.', {
      types: events.map(({ type }) => type),
      error: error instanceof Error ? error : String(error),
    });
  }
}

function loggedOf(event: DomainEvent) {
  const named = { ...itemOf(event), ...event } as Readonly<Record<string, unknown>>;
  const text = (name: string) => (typeof named[name] === 'string' ? (named[name] as string) : undefined);
  const ids = IDS.flatMap((name) => {
    const id = text(name);
    return id === undefined ? [] : [[name, id] as const];
  });
  const accountId = text('accountId');
  return {
    at: event.at.toISOString(),
    id: event.id,
    type: event.type,
    ...(accountId !== undefined && { accountId }),
    ids: Object.fromEntries(ids),
    expiresAt: epochSeconds(event.at) + KEPT_SECONDS,
  };
}

function itemOf(event: DomainEvent): Readonly<Record<string, unknown>> {
  const { before, after } = event as { readonly before?: unknown; readonly after?: unknown };
  return (after ?? before ?? {}) as Readonly<Record<string, unknown>>;
}

/** The last events, the newest first. */
export async function listLoggedEvents(): Promise<LoggedEventList> {
  const [{ flags }, page] = await Promise.all([
    currentSettings(),
    queryPage(LoggedEventEntity, { partition: EVENT_LOG, prefix: '' }, { limit: SHOWN, newestFirst: true }),
  ]);
  return { isOn: flags.eventLog, items: page.items.map(toLogged) };
}

function toLogged({ id, type, at, accountId, ids }: StoredLoggedEvent): LoggedEvent {
  return { id, type, at, accountId: accountId ?? null, ids: ids as LoggedEvent['ids'] };
}
