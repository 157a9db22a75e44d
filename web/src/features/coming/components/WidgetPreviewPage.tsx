import { PublicOutlook } from './PublicOutlook';

/** For whoever has the link: one bot as its website will show it. */
export function WidgetPreviewPage() {
  return <PublicOutlook page="widgetPreview" />;
}
