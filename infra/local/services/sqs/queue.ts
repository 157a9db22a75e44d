import type { QueueDefinition } from './definition';
import { isInFlight, type Message } from './message';

/** An answer to a sender, kept to answer a duplicate with. */
export interface Recent {
  readonly messageId: string;
  readonly sequence: string;
  readonly until: number;
}

/** How long a FIFO queue knows a deduplication id. */
export const DEDUPLICATION_MS = 5 * 60 * 1000;

/** One queue in memory: what it holds, in the order it was sent, and what may be handed out next. */
export class Queue {
  readonly messages = new Map<string, Message>();
  readonly recent = new Map<string, Recent>();

  constructor(readonly definition: QueueDefinition) {}

  /** Messages that may be handed out now, at most `max`, fairest first; they stay as they are. */
  choose(max: number, now: number): Message[] {
    const { definition } = this;
    return definition.FifoQueue ? this.chooseInOrder(max, now) : this.chooseFairly(max, now);
  }

  expired(now: number): Message[] {
    const oldest = now - this.definition.MessageRetentionPeriod * 1000;
    return [...this.messages.values()].filter((message) => message.sentAt < oldest);
  }

  /** When the next message becomes visible by itself, or undefined. */
  nextVisible(now: number): number | undefined {
    let next: number | undefined;
    for (const { delivery } of this.messages.values()) {
      if (delivery.visibleAt > now && (next === undefined || delivery.visibleAt < next)) {
        next = delivery.visibleAt;
      }
    }
    return next;
  }

  counts(now: number): { visible: number; inFlight: number; delayed: number } {
    const counts = { visible: 0, inFlight: 0, delayed: 0 };
    for (const message of this.messages.values()) {
      if (isInFlight(message, now)) counts.inFlight++;
      else if (message.delivery.visibleAt > now) counts.delayed++;
      else counts.visible++;
    }
    return counts;
  }

  /** A group waits as long as an earlier message of it is in work or delayed; then it goes on in order. */
  private chooseInOrder(max: number, now: number): Message[] {
    const waiting = new Set<string | undefined>();
    const chosen: Message[] = [];
    for (const message of this.messages.values()) {
      if (chosen.length >= max) break;
      if (waiting.has(message.groupId)) continue;
      if (message.delivery.visibleAt > now) waiting.add(message.groupId);
      else chosen.push(message);
    }
    return chosen;
  }

  /**
   * A fair queue: the group with the fewest messages in work comes first, so that one tenant's thousand
   * documents don't keep another's one waiting. Without groups this is the order of sending.
   */
  private chooseFairly(max: number, now: number): Message[] {
    const groups = new Map<string | undefined, { inWork: number; readonly ready: Message[] }>();
    for (const message of this.messages.values()) {
      const group = groups.get(message.groupId) ?? { inWork: 0, ready: [] };
      groups.set(message.groupId, group);
      if (isInFlight(message, now)) group.inWork++;
      else if (message.delivery.visibleAt <= now && group.ready.length < max) group.ready.push(message);
    }
    const chosen: Message[] = [];
    while (chosen.length < max) {
      let fairest: { inWork: number; readonly ready: Message[] } | undefined;
      for (const group of groups.values()) {
        // Groups come in the order of their oldest message: among equals that one is first.
        if (group.ready.length > 0 && (!fairest || group.inWork < fairest.inWork)) fairest = group;
      }
      const next = fairest?.ready.shift();
      if (!fairest || !next) break;
      fairest.inWork++;
      chosen.push(next);
    }
    return chosen;
  }
}
