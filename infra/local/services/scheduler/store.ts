import { openRecords, type RecordChange, type Records } from '../../runtime/records';
import type { Definition, Target } from './definition';

export interface StoredGroup {
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** Made by a template, and gone with it. */
  readonly isOfTemplate?: boolean;
}

export interface StoredSchedule {
  readonly group: string;
  readonly name: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly definition: Definition;
  /** Null when it has run for the last time, or is disabled. */
  readonly nextAt: number | null;
  /** Of the call that made it: the same again is a repetition. */
  readonly clientToken?: string | undefined;
  /** What a template says of it; undefined of one that a call has made. */
  readonly template?: string;
}

/** What a schedule has due: kept until its target has it, or it is given up. */
export interface Delivery {
  readonly id: string;
  readonly schedule: string;
  readonly scheduledAt: number;
  readonly target: Target;
  /** Attempts that failed. */
  readonly failures: number;
  readonly dueAt: number;
}

const GROUPS = 'groups';
const SCHEDULES = 'schedules';
const DELIVERIES = 'deliveries';

export const keyOf = ({ group, name }: Pick<StoredSchedule, 'group' | 'name'>) => `${group}/${name}`;

/** What of the scheduler outlives a restart and a kill. */
export class Store {
  readonly #records: Records;

  constructor(file: string) {
    this.#records = openRecords(file);
  }

  group(name: string): StoredGroup | undefined {
    return this.#records.get(GROUPS, name);
  }

  groups(): readonly StoredGroup[] {
    return sorted(this.#records.values<StoredGroup>(GROUPS), ({ name }) => name);
  }

  schedule(key: string): StoredSchedule | undefined {
    return this.#records.get(SCHEDULES, key);
  }

  schedules(): readonly StoredSchedule[] {
    return sorted(this.#records.values<StoredSchedule>(SCHEDULES), keyOf);
  }

  deliveries(): readonly Delivery[] {
    return this.#records.values(DELIVERIES);
  }

  commit(...changes: readonly RecordChange[]): void {
    this.#records.commit(...changes);
  }

  close(): void {
    this.#records.close();
  }
}

export const putGroup = (value: StoredGroup): RecordChange => ({
  collection: GROUPS,
  key: value.name,
  value,
});
export const removeGroup = (name: string): RecordChange => ({
  collection: GROUPS,
  key: name,
  value: undefined,
});
export const putSchedule = (value: StoredSchedule): RecordChange => ({
  collection: SCHEDULES,
  key: keyOf(value),
  value,
});
export const removeSchedule = (key: string): RecordChange => ({
  collection: SCHEDULES,
  key,
  value: undefined,
});
export const putDelivery = (value: Delivery): RecordChange => ({
  collection: DELIVERIES,
  key: value.id,
  value,
});
export const removeDelivery = (id: string): RecordChange => ({
  collection: DELIVERIES,
  key: id,
  value: undefined,
});

function sorted<T>(values: readonly T[], key: (value: T) => string): readonly T[] {
  return [...values].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}
