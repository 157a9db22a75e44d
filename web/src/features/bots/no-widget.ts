import { WidgetId } from '#contract/base/ids';

/** Of no bot: eight letters that none is given, so that nobody else's is asked. */
export const NO_WIDGET = WidgetId.parse('fallback');
