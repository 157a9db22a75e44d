import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import type { BusEvent } from '../../runtime/ports';
import { addressOf } from './addresses';
import type { OutgoingMail } from './mail';

const Destination = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z.boolean().default(false),
    MatchingEventTypes: z.array(z.string()),
    EventBridgeDestination: z.object({ EventBusArn: z.string().endsWith('/default') }),
  }),
});

const KINDS = {
  bounce: { type: 'BOUNCE', eventType: 'Bounce', detailType: 'Email Bounced' },
  complaint: { type: 'COMPLAINT', eventType: 'Complaint', detailType: 'Email Complaint Received' },
} as const;

/**
 * Mails that come back, or are called spam: as those to SES's mailbox simulator do, by the address's part before the @,
 * which may end in a label (`bounce+kim@…`). At any domain, so that one can try it with an address of one's own.
 */
export class Returns {
  private readonly destinations: readonly z.infer<typeof Destination>[];

  constructor(resources: readonly Resource[]) {
    this.destinations = resources.map(({ properties }) => Destination.parse(properties));
  }

  /** What the bus is told of a mail that was sent with a configuration set. */
  eventsOf(messageId: string, mail: OutgoingMail, set: string): readonly BusEvent[] {
    return mail.to.flatMap((mailbox) => {
      const emailAddress = addressOf(mailbox) ?? mailbox;
      const kind = /^(bounce|complaint)(\+[^@]*)?@/i.exec(emailAddress)?.[1]?.toLowerCase();
      if (kind !== 'bounce' && kind !== 'complaint') return [];
      const { type, eventType, detailType } = KINDS[kind];
      const isTold = this.destinations.some(
        ({ ConfigurationSetName, EventDestination: { Enabled, MatchingEventTypes } }) =>
          Enabled &&
          ConfigurationSetName === set &&
          MatchingEventTypes.some((each) => each.toUpperCase() === type),
      );
      if (!isTold) return [];
      const recipients = [{ emailAddress }];
      return [
        {
          source: 'aws.ses',
          'detail-type': detailType,
          detail: {
            eventType,
            ...(kind === 'bounce'
              ? {
                  bounce: {
                    bounceType: 'Permanent',
                    bounceSubType: 'General',
                    bouncedRecipients: recipients,
                  },
                }
              : { complaint: { complainedRecipients: recipients } }),
            mail: { messageId, destination: [emailAddress], tags: { 'ses:configuration-set': [set] } },
          },
        },
      ];
    });
  }
}
