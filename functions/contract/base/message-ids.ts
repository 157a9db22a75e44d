/** The id of a conversation's nth message: ids sort as messages were said, without gaps. */
export function messageIdOf(conversationId: string, sequence: number): string {
  return `${conversationId}-${String(sequence).padStart(6, '0')}`;
}

/** Which message of its conversation an id is of: the first is 1. */
export function sequenceOf(messageId: string): number {
  return Number(messageId.slice(messageId.lastIndexOf('-') + 1));
}
