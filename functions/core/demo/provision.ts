import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PutItemCommand } from 'dynamodb-toolbox';
import { DEFAULT_MESSAGES } from '../../contract/bot-config';
import type { Bot, CreateBot } from '../../contract/bots';
import { DOCUMENT_FORMATS, type Document } from '../../contract/documents';
import { AccountId, UserId, type WidgetId } from '../../contract/ids';
import type { Language } from '../../contract/profile';
import type { Actor } from '../../platform/actor';
import { putObject } from '../../platform/buckets';
import type { Clock } from '../../platform/clock';
import { isConditionFailure } from '../../platform/table-writes';
import { AccountEntity } from '../accounts/entity';
import { actOnBot } from '../bots/act-on-bot';
import { listBots } from '../bots/bots';
import { createBot } from '../bots/create-bot';
import { updateBot } from '../bots/update-bot';
import { deleteDocument } from '../knowledge/documents/delete-document';
import { findContent, listDocuments } from '../knowledge/documents/documents';
import { uploadAddress } from '../knowledge/documents/keys';
import { completeUpload, registerDocument } from '../knowledge/documents/register-document';
import { DemoEntity } from './entity';

/** What a demo bot answers from: a Markdown file about Parley. */
export interface DemoArticle {
  readonly fileName: string;
  readonly text: string;
}

export interface DemoDeps {
  readonly clock: Clock;
  /** Takes one line. */
  readonly log: (line: string) => void;
  /** Milliseconds that reading the articles may take. */
  readonly patience?: number;
}

const PATIENCE = 120_000;

/** The operator's own account: nobody signs in to it, and no plan's limit is in its way. */
const ACCOUNT = AccountId.parse('parley-demo');
const OPERATOR: Actor = {
  userId: UserId.parse(ACCOUNT),
  sessionId: '',
  signedInAt: 0,
  accountId: ACCOUNT,
  profileRole: 'client',
  teamRole: 'owner',
};

const LOOK = {
  companyName: 'Parley',
  primaryColor: '#0c5a52',
  accentColor: '#0c5a52',
  secondaryColor: '#ffffff',
  // There is nobody behind it who would answer.
  escalationEnabled: false,
} as const;

const BOTS: Readonly<Record<Language, CreateBot>> = {
  en: {
    ...LOOK,
    name: 'Parley Guide',
    deploy: true,
    language: 'en',
    description: 'Answers questions about Parley, from articles about it.',
    welcomeMessage: 'Hello! I know Parley from its own documentation. What would you like to know?',
    fallbackMessage:
      "I couldn't find that in the articles about Parley. Please ask us with the contact form.",
    offlineMessage: DEFAULT_MESSAGES.en.offlineMessage,
    starterQuestions: [
      'What does Parley cost?',
      'Which file formats can I upload?',
      'How do I put the chat on my website?',
    ],
  },
  de: {
    ...LOOK,
    name: 'Parley-Assistent',
    deploy: true,
    language: 'de',
    description: 'Beantwortet Fragen zu Parley aus Artikeln darüber.',
    welcomeMessage: 'Hallo! Ich kenne Parley aus seiner eigenen Dokumentation. Was möchten Sie wissen?',
    fallbackMessage:
      'Das habe ich in den Artikeln über Parley nicht gefunden. Fragen Sie uns gern über das Kontaktformular.',
    offlineMessage: DEFAULT_MESSAGES.de.offlineMessage,
    starterQuestions: [
      'Was kostet Parley?',
      'Welche Dateiformate kann ich hochladen?',
      'Wie bringe ich den Chat auf meine Website?',
    ],
  },
};

/**
 * Gives a stage the bots by which Parley shows itself, and brings those that are there up to date: their settings and
 * their articles. They are announced once they have read all of them. Repeating it changes nothing.
 */
export async function provisionDemo(
  deps: DemoDeps,
  articles: Readonly<Record<Language, readonly DemoArticle[]>>,
): Promise<Readonly<Record<Language, WidgetId>>> {
  await ensureAccount(deps.clock);
  const en = await provisionBot(deps, BOTS.en, articles.en);
  const de = await provisionBot(deps, BOTS.de, articles.de);
  await DemoEntity.build(PutItemCommand).item({ en, de }).send();
  return { en, de };
}

async function provisionBot(
  deps: DemoDeps,
  wanted: CreateBot,
  articles: readonly DemoArticle[],
): Promise<WidgetId> {
  const bot = await ensureBot(deps.clock, wanted);
  const current = new Set<string>();
  for (const article of articles) current.add(await ensureArticle(deps, bot, article));
  const documents = await allRead(deps, bot, current);
  const outdated = documents.filter(({ id }) => !current.has(id));
  for (const { id } of outdated) await deleteDocument(OPERATOR, { botId: bot.id, documentId: id });
  deps.log(`${bot.name}: ${current.size} articles, ${outdated.length} removed`);
  return bot.widgetId;
}

async function ensureAccount(clock: Clock): Promise<void> {
  const at = clock().toISOString();
  try {
    await AccountEntity.build(PutItemCommand)
      .item({
        accountId: ACCOUNT,
        ownerId: ACCOUNT,
        name: 'Parley',
        plan: 'enterprise',
        subscriptionStatus: 'active',
        createdAt: at,
        updatedAt: at,
      })
      .options({ condition: { attr: 'accountId', exists: false } })
      .send();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

async function ensureBot(clock: Clock, wanted: CreateBot): Promise<Bot> {
  const { items } = await listBots(OPERATOR, { limit: 100 });
  const known = items.find(({ name }) => name === wanted.name);
  if (!known) return createBot(clock, OPERATOR, wanted);
  const { name, deploy, ...config } = wanted;
  const differs = Object.entries(config).some(
    ([field, value]) => JSON.stringify(known[field as keyof Bot]) !== JSON.stringify(value),
  );
  const updated = differs
    ? await updateBot(clock, OPERATOR, known.id, { ...config, version: known.version })
    : known;
  if (updated.publishedVersion === null) return actOnBot(clock, OPERATOR, known.id, { action: 'deploy' });
  return updated.hasUnpublishedChanges ? actOnBot(clock, OPERATOR, known.id, { action: 'publish' }) : updated;
}

/** The id of the document that has the article's text as it is now. */
async function ensureArticle(
  { clock }: DemoDeps,
  bot: Bot,
  { fileName, text }: DemoArticle,
): Promise<string> {
  const body = new TextEncoder().encode(text);
  const contentHash = createHash('sha256').update(body).digest('hex');
  const known = await findContent({ accountId: ACCOUNT, botId: bot.id }, contentHash);
  if (known) return known;
  const title = /^# (.+)$/m.exec(text)?.[1];
  const { document } = await registerDocument(clock, OPERATOR, bot.id, {
    fileName,
    ...(title !== undefined && { title }),
    description: '',
    size: body.byteLength,
    contentHash,
  });
  await putObject(uploadAddress({ accountId: ACCOUNT, botId: bot.id, documentId: document.id }), body, {
    contentType: DOCUMENT_FORMATS.md.contentType,
  });
  await completeUpload(OPERATOR, { botId: bot.id, documentId: document.id });
  return document.id;
}

/** All documents of the bot, once those that count have been read; throws where one can't be. */
async function allRead(
  { patience = PATIENCE }: DemoDeps,
  bot: Bot,
  current: ReadonlySet<string>,
): Promise<readonly Document[]> {
  const until = Date.now() + patience;
  for (;;) {
    const { items } = await listDocuments(OPERATOR, bot.id, { limit: 100 });
    const counting = items.filter(({ id }) => current.has(id));
    const failed = counting.find(({ status }) => status === 'failed');
    if (failed) throw new Error(`${failed.fileName} could not be read: ${failed.failureReason}.`);
    if (counting.length === current.size && counting.every(({ status }) => status === 'success'))
      return items;
    if (Date.now() > until) throw new Error(`The articles of ${bot.name} were not read in time.`);
    await sleep(500);
  }
}
