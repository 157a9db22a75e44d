import { FeatureId, ROADMAP, type RoadmapFeature, RoadmapStatus } from '#contract/site/roadmap';

export const DEFAULT_TAB: RoadmapStatus = 'completed';

/** The tab that an address asks for. */
export function tabOf(value: string | null): RoadmapStatus {
  const tab = RoadmapStatus.safeParse(value);
  return tab.success ? tab.data : DEFAULT_TAB;
}

/** The query of the roadmap with this tab open. */
export function queryOf(tab: RoadmapStatus): Readonly<Record<string, string>> {
  return tab === DEFAULT_TAB ? {} : { tab };
}

export function featuresOf(tab: RoadmapStatus): readonly (readonly [FeatureId, RoadmapFeature])[] {
  return FeatureId.options.flatMap((id) => (ROADMAP[id].status === tab ? [[id, ROADMAP[id]] as const] : []));
}

/** Where a key leads from a tab; null when it leads nowhere. */
export function tabAfterKey(key: string, tab: RoadmapStatus): RoadmapStatus | null {
  const tabs = RoadmapStatus.options;
  const at = tabs.indexOf(tab);
  switch (key) {
    case 'ArrowRight':
      return tabs[(at + 1) % tabs.length] ?? null;
    case 'ArrowLeft':
      return tabs[(at + tabs.length - 1) % tabs.length] ?? null;
    case 'Home':
      return tabs[0] ?? null;
    case 'End':
      return tabs.at(-1) ?? null;
    default:
      return null;
  }
}
