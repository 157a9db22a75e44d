import { $add, UpdateItemCommand } from 'dynamodb-toolbox';
import { MAX_VARIABLES } from '#contract/conversations/variables';
import type { DescribedVisitor, DescribeVisitor } from '#contract/conversations/widget';
import { limitRate } from '#core/accounts/limits/rate-limit';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { ifHolds } from '#platform/table-writes';
import type { Visitor } from '#platform/visitor-token';
import type { BotRef } from '../bots/bots';
import { replaced } from '../bots/entity';
import { verifyVisitorHash } from '../bots/identity';
import { ConversationEntity, type StoredConversation } from './entity';
import { type ConversationRef, loadConversation } from './messages';

/** Calls a minute in which a page says something about its visitor. */
const PER_CONVERSATION = 30;
const MAX_ATTEMPTS = 5;

/**
 * Keeps what a page says about its visitor. Who they are counts only with a hash that verifies: without one anybody
 * could be anyone. What is left out stays; of variables beyond the twenty newest the oldest go.
 */
export async function describeVisitor(
  clock: Clock,
  visitor: Visitor,
  input: DescribeVisitor,
): Promise<DescribedVisitor> {
  await limitRate(clock, `DESCRIBE#${visitor.conversationId}`, PER_CONVERSATION);
  const conversation = await storeDescription(visitor, input);
  return { identified: conversation.visitorUserId !== undefined };
}

/**
 * The conversation with what its page says now; `known` saves reading it again. The first user who is vouched for in a
 * conversation has it from then on: where the page names another, vouched for or not, it is refused.
 */
export async function storeDescription(
  ref: BotRef & ConversationRef,
  input: DescribeVisitor,
  known?: StoredConversation,
): Promise<StoredConversation> {
  const { accountId, conversationId } = ref;
  const identity = await verifiedIdentity(ref, input);
  const isIdentified = Object.keys(identity).length > 0;
  for (let attempt = 1; ; attempt += 1) {
    const conversation = (attempt === 1 && known) || (await loadConversation(ref));
    const owner = conversation.visitorUserId;
    if (owner !== undefined && input.identity !== undefined && input.identity.userId !== owner)
      throw new ParleyError('visitor.other_user');
    const changes = { ...identity, ...added(conversation, input) };
    if (Object.keys(changes).length === 0) return conversation;
    const { descriptions = 0, revision = 0, variables } = conversation;
    const next = {
      ...conversation,
      ...changes,
      descriptions: descriptions + 1,
      revision: isIdentified ? revision + 1 : revision,
    };
    const isStored = await ifHolds(
      ConversationEntity.build(UpdateItemCommand)
        .item({
          accountId,
          conversationId,
          ...identity,
          ...(isIdentified && { revision: $add(1) }),
          descriptions: next.descriptions,
          ...(next.variables && next.variables !== variables && { variables: replaced(next.variables) }),
        })
        .options({
          condition: {
            and: [
              { attr: 'botId', exists: true },
              descriptions === 0
                ? { attr: 'descriptions', exists: false }
                : { attr: 'descriptions', eq: descriptions },
            ],
          },
        })
        .send(),
    );
    if (isStored) return next;
    // Another call of the same page was faster: what it added must not be lost.
    if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable');
  }
}

/** Attributes of a conversation that identify its visitor; none where the website doesn't vouch for the visitor. */
export async function verifiedIdentity(
  bot: BotRef,
  { identity }: DescribeVisitor,
): Promise<Pick<StoredConversation, 'visitorUserId' | 'visitorName' | 'visitorEmail'>> {
  if (!identity || !(await verifyVisitorHash(bot, identity.userId, identity.hash))) return {};
  const { userId, name, email } = identity;
  return {
    visitorUserId: userId,
    ...(name && { visitorName: name }),
    ...(email !== undefined && { visitorEmail: email }),
  };
}

function added(
  { variables: before = {} }: StoredConversation,
  { variables }: DescribeVisitor,
): Pick<StoredConversation, 'variables'> {
  if (!variables || Object.keys(variables).length === 0) return {};
  const kept = Object.entries(before).filter(([name]) => !(name in variables));
  return { variables: Object.fromEntries([...kept, ...Object.entries(variables)].slice(-MAX_VARIABLES)) };
}
