import * as z from 'zod';
import type { Clock } from '#infra/local/runtime/clock';
import type { AwsCall } from '#infra/local/service';
import { type Definition, Name, nextRun, occurrencesOf, readDefinition } from './definition';
import { conflict, invalid, notFound } from './errors';
import {
  keyOf,
  putGroup,
  putSchedule,
  removeDelivery,
  removeGroup,
  removeSchedule,
  type Store,
  type StoredGroup,
  type StoredSchedule,
} from './store';

export const DEFAULT_GROUP = 'default';

export interface ApiOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly region: string;
  readonly accountId: string;
  /** Why a role can't be used by the scheduler, or undefined. */
  roleProblem(roleArn: string): string | undefined;
  /** Something may be due earlier than before. */
  changed(): void;
}

/** A call, as its method and path name it. */
export interface Operation {
  readonly name: `${'Create' | 'Update' | 'Get' | 'Delete' | 'List'}Schedule${'' | 's' | 'Group' | 'Groups'}`;
  /** Of the schedule or the group; undefined of lists. */
  readonly target: string | undefined;
  readonly group: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: URLSearchParams;
}

const VERBS: Readonly<Record<string, 'Create' | 'Update' | 'Get' | 'Delete'>> = {
  POST: 'Create',
  PUT: 'Update',
  GET: 'Get',
  DELETE: 'Delete',
};

const Listing = z.object({
  MaxResults: z.coerce.number().int().min(1).max(100).default(100),
  NamePrefix: z.string().default(''),
  NextToken: z.string().optional(),
  ScheduleGroup: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).optional(),
});

/** What a call asks for; undefined for one that does not run locally. */
export function operationOf({ method, url, body }: AwsCall): Operation | undefined {
  const [, kind, encoded] = /^\/schedule(s|-groups)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
  const verb = VERBS[method];
  if (!kind || !verb) return undefined;
  const isGroup = kind === '-groups';
  if (encoded === undefined && verb !== 'Get') return undefined;
  if (isGroup && verb === 'Update') return undefined;
  const input = object(body);
  const group = input.GroupName ?? url.searchParams.get('groupName') ?? DEFAULT_GROUP;
  return {
    name:
      encoded === undefined
        ? `ListSchedule${isGroup ? 'Groups' : 's'}`
        : `${verb}Schedule${isGroup ? 'Group' : ''}`,
    target: encoded === undefined ? undefined : decoded(encoded),
    group: String(group),
    body: input,
    query: url.searchParams,
  };
}

/** The API over schedules and their groups. */
export class Api {
  constructor(private readonly options: ApiOptions) {}

  run(operation: Operation): object {
    const name = operation.target ?? '';
    switch (operation.name) {
      case 'CreateSchedule':
        return this.#create(operation, named(name));
      case 'UpdateSchedule':
        return this.#update(operation, name);
      case 'GetSchedule':
        return this.#described(this.#find(operation.group, name));
      case 'DeleteSchedule':
        return this.#delete(this.#find(operation.group, name));
      case 'ListSchedules':
        return this.#list(operation.query);
      case 'CreateScheduleGroup':
        return this.#createGroup(named(name));
      case 'GetScheduleGroup':
        return this.#describedGroup(this.#findGroup(name));
      case 'DeleteScheduleGroup':
        return this.#deleteGroup(this.#findGroup(name));
      case 'ListScheduleGroups':
        return this.#listGroups(operation.query);
      default:
        throw invalid(`${operation.name} does not run locally.`);
    }
  }

  arnOf(key: string): string {
    return `arn:aws:scheduler:${this.options.region}:${this.options.accountId}:schedule/${key}`;
  }

  groupArnOf(name: string): string {
    return `arn:aws:scheduler:${this.options.region}:${this.options.accountId}:schedule-group/${name}`;
  }

  #create({ group, body }: Operation, name: string): object {
    const { store, clock } = this.options;
    this.#findGroup(group);
    const clientToken = typeof body.ClientToken === 'string' ? body.ClientToken : undefined;
    const known = store.schedule(keyOf({ group, name }));
    if (known) {
      if (clientToken === undefined || known.clientToken !== clientToken)
        throw conflict(`Schedule ${name} already exists.`);
      return { ScheduleArn: this.arnOf(keyOf(known)) };
    }
    const now = clock.now();
    const definition = this.#readDefinition(body, now);
    const schedule = { group, name, createdAt: now, modifiedAt: now, definition, clientToken };
    store.commit(putSchedule({ ...schedule, nextAt: nextRun(definition, now, now) }));
    this.options.changed();
    return { ScheduleArn: this.arnOf(keyOf(schedule)) };
  }

  /** Replaces all: what the call leaves out has its default again. */
  #update({ group, body }: Operation, name: string): object {
    const { store, clock } = this.options;
    const known = this.#find(group, name);
    const now = clock.now();
    const definition = this.#readDefinition(body, now);
    const nextAt = nextRun(definition, now, known.createdAt);
    store.commit(putSchedule({ ...known, modifiedAt: now, definition, nextAt }));
    this.options.changed();
    return { ScheduleArn: this.arnOf(keyOf(known)) };
  }

  /** What is due already is sent; nothing comes due any more. */
  #delete(schedule: StoredSchedule): object {
    this.options.store.commit(removeSchedule(keyOf(schedule)));
    return {};
  }

  #list(query: URLSearchParams): object {
    const listing = listingOf(query);
    if (listing.ScheduleGroup !== undefined) this.#findGroup(listing.ScheduleGroup);
    const found = this.options.store
      .schedules()
      .filter(
        ({ group, name, definition }) =>
          (listing.ScheduleGroup === undefined || group === listing.ScheduleGroup) &&
          name.startsWith(listing.NamePrefix) &&
          (listing.State === undefined || definition.State === listing.State),
      );
    const { page, NextToken } = paged(found, keyOf, listing);
    return {
      Schedules: page.map((schedule) => ({
        Arn: this.arnOf(keyOf(schedule)),
        GroupName: schedule.group,
        Name: schedule.name,
        State: schedule.definition.State,
        Target: { Arn: schedule.definition.Target.Arn },
        ...dates(schedule),
      })),
      NextToken,
    };
  }

  #createGroup(name: string): object {
    const { store, clock } = this.options;
    if (this.options.store.group(name)) throw conflict(`Schedule group ${name} already exists.`);
    const now = clock.now();
    store.commit(putGroup({ name, createdAt: now, modifiedAt: now }));
    return { ScheduleGroupArn: this.groupArnOf(name) };
  }

  /** With all of its schedules, and what they have due. */
  #deleteGroup({ name }: StoredGroup): object {
    if (name === DEFAULT_GROUP) throw invalid('The default schedule group cannot be deleted.');
    const { store } = this.options;
    const keys = new Set(store.schedules().flatMap((one) => (one.group === name ? [keyOf(one)] : [])));
    store.commit(
      removeGroup(name),
      ...[...keys].map(removeSchedule),
      ...store.deliveries().flatMap(({ id, schedule }) => (keys.has(schedule) ? [removeDelivery(id)] : [])),
    );
    return {};
  }

  #listGroups(query: URLSearchParams): object {
    const listing = listingOf(query);
    const found = this.options.store.groups().filter(({ name }) => name.startsWith(listing.NamePrefix));
    const { page, NextToken } = paged(found, ({ name }) => name, listing);
    return { ScheduleGroups: page.map((group) => this.#describedGroup(group)), NextToken };
  }

  #readDefinition(body: Readonly<Record<string, unknown>>, now: number): Definition {
    const definition = readDefinition(body);
    const problem = this.options.roleProblem(definition.Target.RoleArn);
    if (problem !== undefined) throw invalid(problem);
    // What runs once must have its time before it; what recurs may be over only when its end says so.
    const { kind } = occurrencesOf(definition);
    const hasEnded = definition.EndDate !== undefined && definition.EndDate <= now;
    if (kind === 'at' ? nextRun({ ...definition, State: 'ENABLED' }, now, now) === null : hasEnded)
      throw invalid(
        kind === 'at'
          ? `Invalid Schedule Expression ${definition.ScheduleExpression}.`
          : 'The EndDate must be in the future.',
      );
    return definition;
  }

  #find(group: string, name: string): StoredSchedule {
    const found = this.options.store.schedule(keyOf({ group, name }));
    if (!found) throw notFound(`Schedule ${name} does not exist.`);
    return found;
  }

  #findGroup(name: string): StoredGroup {
    const found = this.options.store.group(name);
    if (!found) throw notFound(`Schedule group ${name} does not exist.`);
    return found;
  }

  #described(schedule: StoredSchedule): object {
    const { StartDate, EndDate, ...definition } = schedule.definition;
    return {
      Arn: this.arnOf(keyOf(schedule)),
      GroupName: schedule.group,
      Name: schedule.name,
      ...definition,
      ...(StartDate !== undefined && { StartDate: StartDate / 1000 }),
      ...(EndDate !== undefined && { EndDate: EndDate / 1000 }),
      ...dates(schedule),
    };
  }

  #describedGroup(group: StoredGroup): object {
    return { Arn: this.groupArnOf(group.name), Name: group.name, State: 'ACTIVE', ...dates(group) };
  }
}

function dates({ createdAt, modifiedAt }: { readonly createdAt: number; readonly modifiedAt: number }) {
  return { CreationDate: createdAt / 1000, LastModificationDate: modifiedAt / 1000 };
}

function named(name: string): string {
  if (!Name.safeParse(name).success) throw invalid(`Name: ${name} is not a name.`);
  return name;
}

function listingOf(query: URLSearchParams): z.infer<typeof Listing> {
  const parsed = Listing.safeParse(Object.fromEntries(query));
  if (!parsed.success) throw invalid(z.prettifyError(parsed.error));
  return parsed.data;
}

/** A page is continued after its last key, whatever came and went in between. */
function paged<T>(
  found: readonly T[],
  key: (value: T) => string,
  { MaxResults, NextToken }: z.infer<typeof Listing>,
): { readonly page: readonly T[]; readonly NextToken: string | undefined } {
  const after = NextToken === undefined ? '' : Buffer.from(NextToken, 'base64url').toString();
  const rest = found.filter((value) => key(value) > after);
  const page = rest.slice(0, MaxResults);
  const last = page.at(-1);
  return {
    page,
    NextToken:
      last !== undefined && rest.length > page.length
        ? Buffer.from(key(last)).toString('base64url')
        : undefined,
  };
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw invalid('Name: it is not encoded as UTF-8.');
  }
}

function object(body: Buffer): Readonly<Record<string, unknown>> {
  if (body.length === 0) return {};
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw invalid('The body is not JSON.');
}
