import * as z from 'zod';
import { MessageId } from '../base/ids';
import { SendMessage } from './widget';

/** What a client says. A frame that parses as none of these gets an `error` event; the socket stays open. */
export const ClientEvent = z.discriminatedUnion('type', [
  SendMessage.extend({ type: z.literal('message.send') }),
  z.object({ type: z.literal('message.read'), messageId: MessageId }),
  /** The visitor writes to a person. Said every few seconds while they do. */
  z.object({ type: z.literal('visitor.typing') }),
  z.object({ type: z.literal('ping') }),
]);
export type ClientEvent = z.infer<typeof ClientEvent>;
