/**
 * List prices of AWS in eu-central-1, on demand and without what is free, in US dollars, as remembered in November 2026:
 * AWS's pages of prices load them by script, so that they could not be read here. The one place for them.
 */
export const PRICES = {
  writeUnit: 0.7625e-6,
  readUnit: 0.1525e-6,
  /** A gigabyte and month of the table, with its recovery to a point in time. */
  tableGigabyte: 0.306 + 0.2448,
  /**
   * A gigabyte and month of a table's backup, of a bucket's, and a gigabyte sent to another region. Not confirmed for
   * eu-central-1. In US East they are 0.10 and 0.02 by factualminds.com/blog/aws-backup-pricing-vaults-cross-region-restores
   * (June 2026), 0.05 for a bucket's by cloudburn.io/blog/aws-backup-pricing (February 2026). An object of less than
   * 128 KB is charged as one of 128 (aws.eu/backup/pricing).
   */
  backupGigabyte: 0.119,
  backupObjectGigabyte: 0.06,
  copiedGigabyte: 0.02,
  /** A gigabyte of a table written into S3, and made a table of. Not confirmed by any page. */
  exportedGigabyte: 0.11,
  importedGigabyte: 0.17,
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
