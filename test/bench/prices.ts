/**
 * List prices of AWS in eu-central-1, on demand and without what is free, in US dollars, as of November 2026. The one
 * place for them.
 */
export const PRICES = {
  writeUnit: 0.7625e-6,
  readUnit: 0.1525e-6,
  /** A gigabyte and month of the table, with its recovery to a point in time. */
  tableGigabyte: 0.306 + 0.2448,
  /** A gigabyte and month of a table's backup, of a bucket's, and a gigabyte sent to another region. */
  backupGigabyte: 0.119,
  backupObjectGigabyte: 0.06,
  copiedGigabyte: 0.02,
  invocation: 0.2e-6,
  /** Arm is a fifth less: this is x86. */
  gigabyteSecond: 16.6667e-6,
  queueRequest: 0.4e-6,
  socketMessage: 1.14e-6,
  socketMinute: 0.285e-6,
  httpRequest: 1.11e-6,
  objectWritten: 5.4e-6,
  objectRead: 0.43e-6,
  /** A gigabyte taken in, and kept for a month. */
  logGigabyte: 0.63 + 0.0324,
} as const;
