import { randomBytes } from 'node:crypto';
import { type BatchOperation, ClassicLevel } from 'classic-level';
import type { Bucket } from './buckets';
import type { Checksum } from './checksums';

/** A version of an object: what is known of it beside its content, or the mark that it was deleted. */
export interface ObjectVersion {
  readonly key: string;
  /** `null` where the bucket keeps no versions. */
  readonly versionId: string;
  readonly lastModified: number;
  /** Grows with each change of a key. */
  readonly sequencer: string;
  readonly content?: ObjectContent;
}

export interface ObjectContent {
  readonly blob: string;
  readonly size: number;
  /** In quotes, as a header has it. */
  readonly etag: string;
  /** Content-Type and its like, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly checksum?: Checksum;
}

export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly initiated: number;
  readonly headers: ObjectContent['headers'];
  readonly metadata: ObjectContent['metadata'];
}

export interface Part extends Pick<ObjectContent, 'blob' | 'size' | 'etag'> {
  readonly number: number;
  readonly lastModified: number;
  readonly checksum?: Checksum;
}

/** A message for a queue that must be sent because of a change, kept with it until it is. */
export interface Notice {
  readonly queueArn: string;
  readonly body: string;
}

export type Database = ClassicLevel<string, unknown>;
export type Operation = BatchOperation<Database, string, unknown>;

/** Separates a key from what follows it: no key holds it. */
const END_OF_KEY = '\0';
/** Sorts after every key. */
const LAST = '\u{10ffff}';
const NULL_VERSION = 'null';

const currentOf = (bucket: string) => `current/${bucket}/`;
const versionsOf = (bucket: string) => `version/${bucket}/`;
const partsOf = (upload: string) => `part/${upload}/`;
const NOTICES = 'notice/';
const configurationOf = (bucket: string) => `configuration/${bucket}`;

/** Which objects there are, in the order of their keys. What belongs together changes in one atomic batch. */
export class Catalog {
  private readonly busy = new Map<string, Promise<unknown>>();
  private lastMoment = 0n;

  private constructor(
    private readonly db: Database,
    private readonly now: () => number,
  ) {}

  static async open(directory: string, now: () => number): Promise<Catalog> {
    const db: Database = new ClassicLevel<string, unknown>(directory, { valueEncoding: 'json' });
    try {
      await db.open();
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const locked = cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED';
      throw new Error(
        locked
          ? `the buckets in ${directory} are in use by another process: is Parley running already?`
          : `the buckets in ${directory} can't be opened (${cause instanceof Error ? cause.message : cause}): restore the folder, or remove it to start empty`,
        { cause: error },
      );
    }
    return new Catalog(db, now);
  }

  async close(): Promise<void> {
    await Promise.all(this.busy.values());
    await this.db.close();
  }

  current(bucket: string, key: string): ObjectVersion | undefined {
    return this.db.getSync(currentOf(bucket) + key) as ObjectVersion | undefined;
  }

  version(bucket: string, key: string, versionId: string): ObjectVersion | undefined {
    const current = this.current(bucket, key);
    if (current?.versionId === versionId) return current;
    return this.db.getSync(versionKey(bucket, key, versionId)) as ObjectVersion | undefined;
  }

  /** Changes of one key run one after the other: what is read inside stays true until its commit. */
  async exclusively<T>(bucket: string, key: string, change: () => Promise<T>): Promise<T> {
    const name = `${bucket}/${key}`;
    const run = (this.busy.get(name) ?? Promise.resolve()).then(change);
    const settled = run.then(
      () => {},
      () => {},
    );
    this.busy.set(name, settled);
    try {
      return await run;
    } finally {
      if (this.busy.get(name) === settled) this.busy.delete(name);
    }
  }

  /** A new version's name and place in time. */
  stamp({ versioned }: Bucket): Pick<ObjectVersion, 'versionId' | 'lastModified' | 'sequencer'> {
    const sequencer = this.nextMoment();
    const versionId = versioned ? `${sequencer}${randomBytes(8).toString('hex')}` : NULL_VERSION;
    return { versionId, lastModified: this.now(), sequencer };
  }

  /** Makes a version the current one; gives the blobs that nothing names any more. */
  async put(bucket: Bucket, next: ObjectVersion, more: readonly Operation[] = []): Promise<string[]> {
    const old = this.current(bucket.name, next.key);
    const operations: Operation[] = [...more, put(currentOf(bucket.name) + next.key, next)];
    if (bucket.versioned) {
      operations.push(put(versionKey(bucket.name, next.key, next.versionId), next));
      // From before the bucket kept versions.
      if (old?.versionId === NULL_VERSION)
        operations.push(put(versionKey(bucket.name, old.key, NULL_VERSION), old));
    }
    await this.db.batch(operations);
    return bucket.versioned || !old?.content ? [] : [old.content.blob];
  }

  /** Removes a version for good; an older one, if there is any, becomes current. */
  async remove(bucket: Bucket, version: ObjectVersion, more: readonly Operation[] = []): Promise<string[]> {
    const { key, versionId } = version;
    const operations: Operation[] = [...more, del(versionKey(bucket.name, key, versionId))];
    if (this.current(bucket.name, key)?.versionId === versionId) {
      const older = await this.newestBut(bucket.name, key, versionId);
      operations.push(older ? put(currentOf(bucket.name) + key, older) : del(currentOf(bucket.name) + key));
    }
    await this.db.batch(operations);
    return version.content ? [version.content.blob] : [];
  }

  /** Current objects in the order of their keys, from `after` (not included) or `from` (included) on. */
  async *currentFrom(
    bucket: string,
    prefix: string,
    start: { readonly after?: string; readonly from?: string },
  ): AsyncIterable<ObjectVersion> {
    const base = currentOf(bucket);
    const lower =
      start.after !== undefined ? { gt: base + start.after } : { gte: base + (start.from ?? prefix) };
    for await (const value of this.db.values({ ...lower, lt: base + prefix + LAST })) {
      yield value as ObjectVersion;
    }
  }

  /** All versions by key, newest first, from behind a key (and one of its versions) on. */
  async *versionsFrom(bucket: string, prefix: string, keyMarker: string, versionMarker: string) {
    for await (const current of this.currentFrom(bucket, prefix, { from: keyMarker || prefix })) {
      if (current.key === keyMarker && versionMarker === '') continue;
      let behind = current.key !== keyMarker;
      for (const version of await this.allVersions(bucket, current)) {
        if (behind) yield { version, isLatest: version.versionId === current.versionId };
        else if (version.versionId === versionMarker) behind = true;
      }
    }
  }

  upload(id: string): Upload | undefined {
    return this.db.getSync(`upload/${id}`) as Upload | undefined;
  }

  async putUpload(upload: Upload): Promise<void> {
    await this.db.put(`upload/${upload.id}`, upload);
  }

  async parts(upload: string): Promise<Part[]> {
    const prefix = partsOf(upload);
    return (await this.db.values({ gte: prefix, lt: prefix + LAST }).all()) as Part[];
  }

  async putPart(upload: string, part: Part): Promise<Part | undefined> {
    const name = partsOf(upload) + partName(part.number);
    const old = this.db.getSync(name) as Part | undefined;
    await this.db.put(name, part);
    return old;
  }

  /** What ends an upload: to be committed with what becomes of it. */
  async endOfUpload(id: string): Promise<Operation[]> {
    const parts = await this.parts(id);
    return [del(`upload/${id}`), ...parts.map((part) => del(partsOf(id) + partName(part.number)))];
  }

  async commit(operations: readonly Operation[]): Promise<void> {
    await this.db.batch([...operations]);
  }

  notice(notice: Notice): Operation {
    return put(NOTICES + this.nextMoment(), notice);
  }

  async oldestNotices(max: number): Promise<{ readonly id: string; readonly notice: Notice }[]> {
    const found = await this.db.iterator({ gte: NOTICES, lt: NOTICES + LAST, limit: max }).all();
    return found.map(([id, notice]) => ({ id, notice: notice as Notice }));
  }

  async forgetNotice(id: string): Promise<void> {
    await this.db.del(id);
  }

  /** The notification configuration that was in force last, as it was stored. */
  configuration(bucket: string): unknown {
    return this.db.getSync(configurationOf(bucket));
  }

  storeConfiguration(bucket: string, configuration: unknown): Operation {
    return put(configurationOf(bucket), configuration);
  }

  async referencedBlobs(): Promise<Set<string>> {
    const blobs = new Set<string>();
    for (const prefix of ['current/', 'version/', 'part/']) {
      for await (const value of this.db.values({ gte: prefix, lt: prefix + LAST })) {
        const blob = prefix === 'part/' ? (value as Part).blob : (value as ObjectVersion).content?.blob;
        if (blob !== undefined) blobs.add(blob);
      }
    }
    return blobs;
  }

  private async newestBut(bucket: string, key: string, except: string): Promise<ObjectVersion | undefined> {
    const prefix = versionsOf(bucket) + key + END_OF_KEY;
    for await (const value of this.db.values({ gte: prefix, lt: prefix + LAST })) {
      const version = value as ObjectVersion;
      if (version.versionId !== except) return version;
    }
    return undefined;
  }

  private async allVersions(bucket: string, current: ObjectVersion): Promise<ObjectVersion[]> {
    const prefix = versionsOf(bucket) + current.key + END_OF_KEY;
    const kept = (await this.db.values({ gte: prefix, lt: prefix + LAST }).all()) as ObjectVersion[];
    return kept.length > 0 ? kept : [current];
  }

  /** 16 hexadecimal digits that grow with each call, over restarts too. */
  private nextMoment(): string {
    const byTime = BigInt(Date.now()) << 16n;
    this.lastMoment = byTime > this.lastMoment ? byTime : this.lastMoment + 1n;
    return this.lastMoment.toString(16).padStart(16, '0');
  }
}

/** Newest first: a version's name begins with its moment. What has no version is the oldest. */
function versionKey(bucket: string, key: string, versionId: string): string {
  const moment = versionId.slice(0, 16);
  const order = /^[0-9a-f]{16}$/.test(moment)
    ? (0xffffffffffffffffn - BigInt(`0x${moment}`)).toString(16).padStart(16, '0')
    : 'z';
  return `${versionsOf(bucket)}${key}${END_OF_KEY}${order}${versionId}`;
}

function partName(number: number): string {
  return String(number).padStart(5, '0');
}

function put(key: string, value: unknown): Operation {
  return { type: 'put', key, value };
}

function del(key: string): Operation {
  return { type: 'del', key };
}
