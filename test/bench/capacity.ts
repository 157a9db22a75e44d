import { documentClient } from '#platform/table';

interface Consumed {
  readonly CapacityUnits?: number;
}

/** Adds up the capacity units, read and written, that the table says calls have taken. */
export function measureCapacity() {
  let units = 0;
  documentClient.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | readonly Consumed[] };
      for (const { CapacityUnits } of [ConsumedCapacity ?? []].flat() as readonly Consumed[])
        units += CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize', name: 'capacity' },
  );
  return {
    units: () => units,
    forget() {
      units = 0;
    },
  };
}

export type Capacity = ReturnType<typeof measureCapacity>;
