import {
  BookOpenText,
  ChartColumn,
  Layers,
  MessageCircleQuestion,
  MessagesSquare,
  PanelBottom,
  Plug,
  Users,
} from 'lucide-react';
import { type FeatureId, isPast, type RoadmapCategory, type RoadmapFeature } from '#contract/site/roadmap';
import { formatPercent } from '#i18n/format';
import { type Translate, useTexts } from '#i18n/index';
import { quarterText } from '../quarter';
import type { Tally } from '../votes';
import styles from './roadmap.module.css';
import { VoteButton } from './VoteButton';

const ICONS: Record<RoadmapCategory, typeof Plug> = {
  answers: MessageCircleQuestion,
  knowledge: BookOpenText,
  widget: PanelBottom,
  conversations: MessagesSquare,
  analytics: ChartColumn,
  team: Users,
  integrations: Plug,
  platform: Layers,
};

export function FeatureCard({
  id,
  feature,
  tally,
  onVote,
}: {
  readonly id: FeatureId;
  readonly feature: RoadmapFeature;
  readonly tally: Tally | undefined;
  readonly onVote: () => void;
}) {
  const { t, language } = useTexts();
  const Icon = ICONS[feature.category];
  const title = t(`roadmap:features.${id}.title`);
  return (
    <li className={`framed round ${styles.card}`}>
      <p className={`muted ${styles.category}`}>
        <span className={`emblem ${styles.icon}`} aria-hidden="true">
          <Icon size={18} />
        </span>
        {t(`roadmap:category.${feature.category}`)}
      </p>
      <h3>{title}</h3>
      <p className="soft">{t(`roadmap:features.${id}.description`)}</p>
      {feature.status === 'inProgress' && (
        <div className={styles.progress}>
          <progress max={100} value={feature.progress} aria-label={t('roadmap:progress', { title })} />
          <span aria-hidden="true">{formatPercent(feature.progress / 100, language)}</span>
        </div>
      )}
      <div className={`row apart close ${styles.foot}`}>
        <span className="faint">{dateText(t, feature)}</span>
        {(feature.status === 'planned' || feature.status === 'future') && (
          <VoteButton title={title} tally={tally} onPress={onVote} />
        )}
      </div>
    </li>
  );
}

function dateText(t: Translate, feature: RoadmapFeature): string {
  if (feature.status === 'completed')
    return t('roadmap:date.completed', { date: quarterText(t, feature.completedDate) });
  // Better none than one that has passed.
  return isPast(feature.estimatedDate, new Date())
    ? t('roadmap:date.open')
    : t('roadmap:date.estimated', { date: quarterText(t, feature.estimatedDate) });
}
