import { $add, Entity, GetItemCommand, item, number, set, string, UpdateItemCommand } from 'dynamodb-toolbox';
import { addDays, dayAndHour } from '#contract/base/calendar';
import { AccountId, BotId, type ConversationId, UserId } from '#contract/base/ids';
import type { Bot } from '#contract/bots/bots';
import { AccountEntity, AddressEntity, accountPartition } from '#core/accounts/entity';
import { loadAccount } from '#core/accounts/plan';
import { answerDeps } from '#core/conversations/answer-deps';
import { countConversation } from '#core/insight/analytics/count-conversation';
import { timeZoneOf } from '#core/insight/analytics/read-days';
import type { Visit } from '#core/insight/visits/count-visit';
import { recordVisits } from '#core/insight/visits/record-visits';
import type { Actor } from '#platform/actor';
import { type EnvironmentName, environment } from '#platform/environment';
import { ParleyError } from '#platform/errors';
import { idOf } from '#platform/ids';
import { keyedHash } from '#platform/keyed-hash';
import { table } from '#platform/table';
import type { Business } from './business';
import { BUSINESSES } from './businesses';
import { type ConverseDeps, converse, type Occasion } from './converse';
import { type DemoArticle, provisionBot } from './provision';
import { seededRandom } from './seeded-random';

/** Units of work of a fill that are done, so that one that was stopped goes on where it was. */
export const DemoFillEntity = new Entity({
  name: 'DemoFill',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** First day; it stays when the fill is taken up again later. */
    from: string(),
    days: number(),
    bots: number(),
    done: set(string()).optional(),
  }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'DEMO_FILL' }),
});

export interface FillOptions {
  readonly email: string;
  readonly days: number;
  readonly bots: number;
}

export interface FillDeps {
  readonly log: (line: string) => void;
  readonly articles: (folder: string) => Promise<readonly DemoArticle[]>;
  readonly appOrigin: string;
}

const AT_ONCE = 16;
const MAX_ATTEMPTS = 5;

/** What its use cases run with. Without one of them it would end with half of a bot. */
const NEEDED = [
  'TABLE_NAME',
  'UPLOADS_BUCKET',
  'INDEX_BUCKET',
  'WIDGET_BUCKET',
  'SIGNING_SECRET_ARN',
  'SOCKET_API_ENDPOINT',
  'ANSWER_MODEL',
  'EMBEDDING_MODEL',
  'MODEL_BUDGET_USD',
  'VECTOR_BUCKETS',
] as const satisfies readonly EnvironmentName[];

/** Gives an account bots, documents, and conversations of so many days, by what visitors and agents do. */
export async function fillAccount(deps: FillDeps, { email, ...wanted }: FillOptions): Promise<void> {
  for (const name of NEEDED) environment(name);
  const answers = answerDeps();
  const actor = await ownerOf(email);
  const { accountId } = actor;
  await makeRoom(deps, accountId);
  const plan = await planOf(accountId, wanted);
  const bots: { readonly bot: Bot; readonly business: Business }[] = [];
  for (const business of BUSINESSES.slice(0, plan.bots)) {
    const clock = () => new Date(`${addDays(plan.from, -1)}T08:00:00Z`);
    const articles = await deps.articles(business.folder);
    const settings = { ...business.bot, deploy: true };
    const bot = await provisionBot(
      { clock, log: deps.log, actor, uploadClock: () => new Date() },
      settings,
      articles,
    );
    bots.push({ bot, business });
  }
  const units = bots.flatMap(({ bot, business }, place) => unitsOf(bot, business, plan, place));
  const left = units.filter(({ name }) => !plan.done.has(name));
  deps.log(
    `${units.length} conversations and days of visits, ${units.length - left.length} are there already`,
  );
  const made = new Map<string, ConversationId[]>(bots.map(({ bot }) => [bot.id, []]));
  let done = 0;
  await atOnce(AT_ONCE, left, async (unit) => {
    const conversationId = await runUnit({ ...deps, actor, answers }, unit);
    if (conversationId) made.get(unit.bot.id)?.push(conversationId);
    await DemoFillEntity.build(UpdateItemCommand)
      .item({ accountId, done: $add(new Set([unit.name])) })
      .send();
    done += 1;
    if (done % 50 === 0) deps.log(`${done} of ${left.length}`);
  });
  deps.log('counting what was said');
  await countAll(accountId, [...made.values()]);
  deps.log(
    `done, and all of it is counted: ${plan.days} days of ${bots.map(({ bot }) => bot.name).join(', ')}`,
  );
}

/**
 * The stream has each conversation counted as well, after others and in its own time: counting here what it would count
 * is how this knows that all of it is. Bots beside one another, since those of one bot add to the same days.
 */
async function countAll(accountId: AccountId, ofBots: readonly (readonly ConversationId[])[]): Promise<void> {
  await Promise.all(
    ofBots.map(async (conversations) => {
      for (const conversationId of conversations) await countConversation({ accountId, conversationId });
    }),
  );
}

async function ownerOf(email: string): Promise<Actor> {
  const { Item } = await AddressEntity.build(GetItemCommand).key({ email }).send();
  if (!Item) throw new Error(`Nobody has signed up with ${email}.`);
  return {
    userId: UserId.parse(Item.userId),
    sessionId: '',
    signedInAt: 0,
    accountId: AccountId.parse(Item.userId),
    profileRole: 'client',
    teamRole: 'owner',
  };
}

/** Five bots and hundreds of conversations are more than a trial has room for. */
async function makeRoom({ log }: FillDeps, accountId: AccountId): Promise<void> {
  const account = await loadAccount(accountId);
  if (account.plan === 'enterprise' && account.subscriptionStatus === 'active') return;
  await AccountEntity.build(UpdateItemCommand)
    .item({ accountId, plan: 'enterprise', subscriptionStatus: 'active' })
    .send();
  log('the account has the enterprise plan now, which has room for all of it');
}

interface FillPlan {
  readonly from: string;
  readonly days: number;
  readonly bots: number;
  readonly done: ReadonlySet<string>;
}

async function planOf(accountId: AccountId, { days, bots }: Omit<FillOptions, 'email'>): Promise<FillPlan> {
  const key = DemoFillEntity.build(GetItemCommand).key({ accountId }).options({ consistent: true });
  const { Item } = await key.send();
  if (Item) return { ...Item, done: Item.done ?? new Set() };
  const { day: today } = dayAndHour(new Date(), await timeZoneOf(accountId));
  const from = addDays(today, -days);
  await DemoFillEntity.build(UpdateItemCommand).item({ accountId, from, days, bots }).send();
  return { from, days, bots, done: new Set() };
}

interface Unit extends Occasion {
  /** Of the day; null of its visits. */
  readonly conversation: number | null;
  readonly conversations: number;
}

/** What happens on each day: more towards the end, less on weekends, and never quite the same. */
function unitsOf(bot: Bot, business: Business, { from, days }: FillPlan, place: number): Unit[] {
  return Array.from({ length: days }, (_, number) => addDays(from, number)).flatMap((day, number) => {
    const random = seededRandom(`${business.folder} ${day}`);
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    const usual = (place === 0 ? 4 : 2) * (0.6 + (0.8 * number) / days) * (isWeekend ? 0.5 : 1);
    const conversations = Math.round(usual * (0.6 + 0.8 * random()));
    return [null, ...Array.from({ length: conversations }, (_, each) => each)].map((conversation) => {
      const name = `${place} ${number} ${conversation ?? 'v'}`;
      return { name, bot, business, day, conversation, conversations };
    });
  });
}

async function runUnit(deps: ConverseDeps, unit: Unit): Promise<ConversationId | null> {
  if (unit.conversation === null) {
    await recordDay(unit);
    return null;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await converse(deps, unit);
    } catch (error) {
      // One without a word lives for days from its beginning, which are long over: it may be gone before its first.
      const isGone = error instanceof ParleyError && error.code === 'conversation.not_found';
      if (!isGone || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Pages that showed the widget, and chats that were opened: people, some of whom come to several pages. */
async function recordDay({ bot, business, day, conversations, name }: Unit): Promise<void> {
  const random = seededRandom(`${business.folder} ${name}`);
  const people = Math.round(8 + conversations * (9 + 8 * random()));
  const messages: { body: Visit; delivered: { messageId: string; receiveCount: number } }[] = [];
  const add = (event: Visit['event'], visitor: string, minute: string) => {
    const id = idOf(new Date(`${day}T00:00:00Z`), `fill ${bot.id} ${name} ${messages.length}`);
    const body = { id, accountId: bot.accountId, botId: BotId.parse(bot.id), day, minute, event, visitor };
    // What was added before this was stopped is not added again.
    messages.push({ body, delivered: { messageId: id, receiveCount: 2 } });
  };
  for (let person = 0; person < people; person += 1) {
    const visitor = await keyedHash(`demo ${day}`, `${business.folder} ${person}`);
    // While shops are open.
    const minute = `${String(8 + Math.floor(random() * 12)).padStart(2, '0')}:30`;
    for (let pages = 1 + Math.floor(random() * 3); pages > 0; pages -= 1) add('shown', visitor, minute);
    if (person < conversations || random() < 0.08) add('opened', visitor, minute);
  }
  const failed = await recordVisits(() => new Date(), messages);
  if (failed.size > 0) throw new Error(`The visits of ${day} could not be counted.`);
}

async function atOnce<T>(count: number, items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next);
    }),
  );
}
