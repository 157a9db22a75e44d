/** What AWS would put on its bill, told as it happens. */
export type Usage =
  /** A call of an AWS API. */
  | { readonly kind: 'call'; readonly by: string; readonly service: string; readonly operation: string }
  /** Of a table: a unit is a consistent reading of 4 kB. */
  | { readonly kind: 'read'; readonly by: string; readonly entity: string; readonly units: number }
  /** One item, in units of its table and of its indexes. */
  | {
      readonly kind: 'write';
      readonly by: string;
      readonly entity: string;
      readonly units: number;
      readonly indexUnits: number;
      /** Bytes that the item grew by, with its places in indexes. */
      readonly stored: number;
    }
  | {
      readonly kind: 'invocation';
      readonly by: string;
      readonly seconds: number;
      readonly memoryMb: number;
    };

/** `by` is a function's short name, or `operator`. */
export type Meter = (usage: Usage) => void;
