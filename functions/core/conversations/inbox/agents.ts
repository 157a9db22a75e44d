import { BatchGetRequest, UpdateItemCommand } from 'dynamodb-toolbox';
import { type AccountId, UserId } from '#contract/base/ids';
import { permits } from '#contract/base/permissions';
import type { Agent, AgentList } from '#contract/conversations/inbox-work';
import { findProfile } from '#core/accounts/stored-profile';
import { activeMembers } from '#core/accounts/team/managers';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { readItems } from '#platform/table-reads';
import { ifHolds } from '#platform/table-writes';
import { AgentEntity } from './entity';

/** Who does something in a conversation, by the name that visitors read. */
export interface Doer {
  readonly userId: UserId;
  readonly name: string;
}

/** An agent, and when conversations came to them in turn the last time. */
interface AgentInTurn extends Agent {
  readonly lastTurnAt: string | undefined;
}

export async function doerOf({ userId }: Pick<Actor, 'userId'>): Promise<Doer> {
  const profile = await findProfile(userId);
  if (!profile) throw new ParleyError('profile.not_found');
  return { userId, name: profile.fullName };
}

export async function listAgents({ accountId }: Actor): Promise<AgentList> {
  const agents = await agentsOf(accountId);
  return { items: agents.map(({ lastTurnAt: _, ...agent }) => agent) };
}

/** Everybody who may answer visitors now, by name. */
export async function agentsOf(accountId: AccountId): Promise<readonly AgentInTurn[]> {
  const members = (await activeMembers(accountId)).filter(({ profile, role }) =>
    permits('conversations.answer', { profile: profile.role, team: role }),
  );
  const known = await readItems(
    members.map(({ profile }) =>
      AgentEntity.build(BatchGetRequest).key({ accountId, userId: profile.userId }),
    ),
    { consistent: true },
  );
  return members
    .map(({ profile }, at) => ({
      userId: UserId.parse(profile.userId),
      name: profile.fullName,
      avatarUrl: profile.avatarUrl ?? null,
      available: known[at]?.available ?? true,
      lastTurnAt: known[at]?.lastTurnAt,
    }))
    .sort((one, other) => one.name.localeCompare(other.name));
}

export async function setAvailability(actor: Actor, available: boolean): Promise<AgentList> {
  const { accountId, userId } = actor;
  await AgentEntity.build(UpdateItemCommand).item({ accountId, userId, available }).send();
  return listAgents(actor);
}

const MAX_ATTEMPTS = 5;

/**
 * The available agent whose turn was longest ago; it counts as their turn from now on. Of two conversations that are
 * assigned at once each takes a turn of its own: the turn is written on condition that it is as it was read.
 */
export async function takeTurn(clock: Clock, accountId: AccountId): Promise<Doer> {
  for (let attempt = 1; ; attempt += 1) {
    const [next] = (await agentsOf(accountId))
      .filter(({ available }) => available)
      .sort((one, other) => ((one.lastTurnAt ?? '') < (other.lastTurnAt ?? '') ? -1 : 1));
    if (!next) throw new ParleyError('conversation.nobody_available');
    const { userId, name, lastTurnAt } = next;
    const isTheirTurn = await ifHolds(
      AgentEntity.build(UpdateItemCommand)
        .item({ accountId, userId, lastTurnAt: clock().toISOString() })
        .options({
          condition: {
            and: [
              lastTurnAt === undefined
                ? { attr: 'lastTurnAt', exists: false }
                : { attr: 'lastTurnAt', eq: lastTurnAt },
              {
                or: [
                  { attr: 'available', exists: false },
                  { attr: 'available', eq: true },
                ],
              },
            ],
          },
        })
        .send(),
    );
    if (isTheirTurn) return { userId, name };
    if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable');
  }
}
