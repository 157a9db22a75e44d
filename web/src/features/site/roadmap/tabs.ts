import { FeatureId, ROADMAP, type RoadmapFeature, RoadmapStatus } from '#contract/site/roadmap';

const DEFAULT_TAB: RoadmapStatus = 'completed';

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
