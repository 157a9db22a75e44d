import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { entitiesOf } from '#core/lifecycle/recovery/kinds';
import { bucketOf } from './operator/bucket';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run restore`: brings back what was deleted, from the table as it was at a time. It is restored beside the one
 * that runs, compared, and what is gone is written again; the product goes on meanwhile. The whole procedure, with what
 * this command can't do, stands in infra/RECOVERY.md. Without `-c stage=NAME` the local cloud's, which has to run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run restore -- --to TIME [--account ID] [--only KIND]... [--except KIND]... [--overwrite KIND]...
                          [--from TABLE] [--dry-run] [--keep]
       --to TIME            as the stage was then, such as 2030-01-31T10:00:00Z
       --account ID         of one account alone; else of all
       --only KIND          of this kind of item alone, such as Document, as a dry run lists them. What lets somebody in
                            or speaks to others comes back only when it is named here: keys, memberships, invitations,
                            sessions, webhooks
       --except KIND        all but this kind
       --overwrite KIND     what changed since then too, of this kind; else only what is gone
       --from TABLE         compares with this table, which was imported, restored from a copy or kept, and is of that time;
                            else the table is restored for it
       --dry-run            tells what would be restored, and changes nothing
       --keep               leaves the restored table, for who wants to look into it; it costs money until it is deleted
       npm run restore -- --people USER_POOL [--dry-run]
                            gives a new sign-in to who has a profile and is not in the user pool any more; they set a
                            password with 'Forgot password'
       -c stage=NAME        a deployed stage; else the local one
       --state .local       where the local one keeps its state`;

interface Options {
  readonly to: Date;
  readonly accountId: string | undefined;
  readonly only: ReadonlySet<string> | null;
  readonly except: ReadonlySet<string>;
  readonly overwrite: ReadonlySet<string>;
  /** A table that lies there already. */
  readonly from: string | undefined;
  readonly dryRun: boolean;
  readonly keep: boolean;
}

async function main(): Promise<void> {
  const { context = [], state, people, ...asked } = understood(parse);
  const options = people === undefined ? optionsOf(asked) : null;
  const { stage } = await enterStage(ROOT, { context, state: path.resolve(state) });
  const source = await tableOf(stage);
  process.env.TABLE_NAME = source;
  if (options) await restoreItems(stage, source, options);
  else await restorePeople(people ?? '', asked['dry-run']);
}

async function restorePeople(userPool: string, dryRun: boolean): Promise<void> {
  const { peopleWithoutSignIn, restoreSignIn } = await import('#core/lifecycle/recovery/restore-people');
  let found = 0;
  for await (const profile of peopleWithoutSignIn(userPool)) {
    if (!dryRun) await restoreSignIn(userPool, profile);
    console.log(`${dryRun ? 'Would get' : 'Got'} a new sign-in: ${profile.email}`);
    found += 1;
  }
  if (found === 0) console.log('Everybody with a profile can sign in.');
}

async function restoreItems(stage: string, source: string, options: Options): Promise<void> {
  process.env.UPLOADS_BUCKET = await bucketOf(stage, 'ingest-uploads');
  // Only now: their clients take what the environment says.
  const { listDeadLetterQueues } = await import('#platform/dead-letters');
  const { deleteTable, restorableSpan, restoreTable, sizeOf } = await import('#platform/table-backups');
  const queues = await listDeadLetterQueues(stage);
  const queue = (wanted: string) => queues.find(({ name }) => name === wanted)?.source ?? undefined;
  process.env.INGEST_QUEUE_URL = queue('work');
  process.env.UPLOAD_DEADLINES_QUEUE_URL = queue('deadlines');
  if (options.from !== undefined) {
    // A table that was made just now says for hours that it is empty: the stage's tells how large it may be.
    const sizes = await Promise.all([options.from, source].map(sizeOf));
    const reading = readingOf({
      items: Math.max(...sizes.map(({ items }) => items)),
      bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
    });
    console.log(reading.told);
    return copyBack(options.from, options, reading.segments);
  }
  const span = await restorableSpan(source);
  if (!span) throw new Error(`The table ${source} has no point-in-time recovery.`);
  if (options.to < span.earliest || options.to > span.latest)
    throw new UsageError(
      `--to is between ${span.earliest.toISOString()} and ${span.latest.toISOString()} on stage ${stage}`,
    );
  const beside = `parley-${stage}-restore-${Date.now()}`;
  const reading = readingOf(await sizeOf(source));
  console.log(
    `Restoring the table of ${options.to.toISOString()} as ${beside}: on AWS some minutes to an hour.`,
  );
  console.log(`Then ${reading.told}`);
  await restoreTable(source, beside, options.to);
  try {
    await copyBack(beside, options, reading.segments);
  } finally {
    if (options.keep) console.log(`${beside} is kept: delete it when you are done.`);
    else await deleteTable(beside);
  }
}

/** A segment reads about 4 MB a second, and each item that is there is read once more to be compared. */
const BYTES_A_SECOND = 4_000_000;
const ITEMS_A_SECOND = 2_000;
const BYTES_A_SEGMENT = 256_000_000;

/** In how many parts a table of a size is read, and what is said of the time that it takes. */
function readingOf({ items, bytes }: { readonly items: number; readonly bytes: number }) {
  const segments = Math.min(16, Math.max(1, Math.ceil(bytes / BYTES_A_SEGMENT)));
  const seconds = bytes / BYTES_A_SECOND / segments + items / ITEMS_A_SECOND;
  const megabytes = Math.ceil(bytes / 1_000_000).toLocaleString('en');
  return {
    segments,
    told: `${items.toLocaleString('en')} items (${megabytes} MB) are read in ${segments} parts and compared: about ${Math.max(1, Math.round(seconds / 60))} min.`,
  };
}

async function copyBack(
  beside: string,
  { to, accountId, only, except, overwrite, dryRun }: Options,
  segments: number,
): Promise<void> {
  const { differencesFrom } = await import('#core/lifecycle/recovery/compare-items');
  const { restoreItem } = await import('#core/lifecycle/recovery/restore-items');
  const { recountPlaces } = await import('#core/lifecycle/recovery/recount-places');
  const { restoreDocument } = await import('#core/lifecycle/recovery/restore-documents');
  const { renewWords } = await import('#core/conversations/words/index-words');
  const counts = () => new Map<string, number>();
  const told = { gone: counts(), changed: counts(), removed: counts(), unnamed: counts(), skipped: 0 };
  const [accounts, documents] = [new Set<string>(), [] as Parameters<typeof restoreDocument>[1][]];
  const conversations: Parameters<typeof renewWords>[0][] = [];
  const now = new Date();
  const comparison = { accountId, at: to, now, only, except, segments };
  for await (const found of differencesFrom(beside, comparison)) {
    const entity = String(found.former.entity);
    const isWanted = !found.current || overwrite.has(entity);
    if (found.standing !== 'open' && isWanted) {
      count(told[found.standing], entity);
      continue;
    }
    count(found.current ? told.changed : told.gone, entity);
    if (dryRun || !isWanted) continue;
    if (!(await restoreItem(found, now))) {
      told.skipped += 1;
      continue;
    }
    const owner = found.former.accountId;
    if (typeof owner === 'string') accounts.add(owner);
    if (entity === 'Conversation')
      conversations.push(found.former as unknown as (typeof conversations)[number]);
    if (entity === 'Document' && found.former.uploadVersion !== undefined)
      documents.push(found.former as unknown as (typeof documents)[number]);
  }
  tell(dryRun ? 'Gone, would be restored' : 'Gone, restored', told.gone);
  tell('Changed since then (--overwrite KIND takes it back)', told.changed);
  tell('Left out, since it was removed, revoked or erased on purpose', told.removed);
  tell('Left out, since it is of a kind that comes back only when --only names it', told.unnamed);
  if (told.skipped > 0) console.log(`Left alone, since somebody changed it meanwhile: ${told.skipped}`);
  if (dryRun) return;
  for (const account of accounts)
    if ((await recountPlaces(account)) === 'moved' && (await recountPlaces(account)) === 'moved')
      console.error(`Places of account ${account} were not counted anew, since it works: run this again.`);
  // Their messages are all back by now.
  for (const conversation of conversations) await renewWords(conversation);
  for (const document of documents) {
    const problem = await restoreDocument(() => new Date(), document);
    if (problem === null) continue;
    process.exitCode = 1;
    console.error(`Stays failed (${problem}): document ${document.documentId} of bot ${document.botId}`);
  }
  if (documents.length > 0) console.log(`Documents that are read again: ${documents.length}`);
}

function count(counts: Map<string, number>, entity: string): void {
  counts.set(entity, (counts.get(entity) ?? 0) + 1);
}

function tell(what: string, counts: ReadonlyMap<string, number>): void {
  if (counts.size === 0) return;
  console.log(`${what}:`);
  for (const [entity, number] of [...counts].sort()) console.log(`  ${entity.padEnd(24)}${number}`);
}

function optionsOf({
  to,
  account,
  only,
  except = [],
  overwrite = [],
  from,
  keep,
  'dry-run': dryRun,
}: Omit<ReturnType<typeof parse>, 'context' | 'state' | 'people'>): Options {
  const time = new Date(to ?? '');
  if (Number.isNaN(time.getTime())) throw new UsageError('--to is a time, such as 2030-01-31T10:00:00Z');
  return {
    to: time,
    accountId: account,
    only: only ? entitiesOf(only) : null,
    except: entitiesOf(except),
    overwrite: entitiesOf(overwrite),
    from,
    dryRun,
    keep,
  };
}

function parse() {
  return parseArgs({
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
      to: { type: 'string' },
      account: { type: 'string' },
      only: { type: 'string', multiple: true },
      except: { type: 'string', multiple: true },
      overwrite: { type: 'string', multiple: true },
      from: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      people: { type: 'string' },
    },
  }).values;
}

runCommand(main, USAGE);
