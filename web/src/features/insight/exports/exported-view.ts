import type { BotId } from '#contract/base/ids';
import type { ReportView } from '#contract/insight/reports';

/** What a page shows, as it is exported. */
export interface ExportedView {
  /** What the file is called. */
  readonly title: string;
  /** Empty: only raw data can be chosen. */
  readonly views: readonly ReportView[];
  /** Empty: all bots. */
  readonly botIds: readonly BotId[];
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
}
