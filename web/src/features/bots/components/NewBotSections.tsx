import { ChevronRight } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Skeleton } from '#components/Loading.tsx';
import { useTexts } from '#i18n/index';
import type { Tab } from '../settings';
import { SETTINGS_PAGES } from '../settings-pages';
import styles from './new-bot.module.css';

const NewBotMore = lazy(async () => ({ default: (await import('./NewBotMore')).NewBotMore }));

/** Parts of a bot's settings that may be chosen before it is there, in the order of the settings' tabs. */
const SECTIONS = ['general', 'appearance', 'messaging', 'ai', 'deployment'] as const satisfies readonly Tab[];

/** All settings besides those of the first step, folded: each has a default that serves. */
export function NewBotSections({
  unfolded,
  onToggle,
  onShown,
}: {
  readonly unfolded: ReadonlySet<Tab>;
  readonly onToggle: (section: Tab, isOpen: boolean) => void;
  /** A section's fields are there, which are loaded when it is first opened. */
  readonly onShown: (section: Tab) => void;
}) {
  const { t } = useTexts();
  return (
    <section className="stack small" aria-labelledby="more">
      <h2 id="more" className="text-l">
        {t('bots:new.more')}
      </h2>
      <p className="muted">{t('bots:new.moreHint')}</p>
      {SECTIONS.map((section) => (
        <Section
          key={section}
          section={section}
          isOpen={unfolded.has(section)}
          onToggle={(isOpen) => onToggle(section, isOpen)}
          onShown={() => onShown(section)}
        />
      ))}
    </section>
  );
}

function Section({
  section,
  isOpen,
  onToggle,
  onShown,
}: {
  readonly section: Tab;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onShown: () => void;
}) {
  const { t } = useTexts();
  // Stays once it was there: what is being typed into a list is in its field only.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const Page = section === 'general' ? NewBotMore : SETTINGS_PAGES[section];
  return (
    <details
      className={`ruled ${styles.section}`}
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        // Of what is folded inside it, it hears as well.
        if (target === currentTarget) onToggle(currentTarget.open);
      }}
    >
      <summary className="pressable">
        <ChevronRight size={18} className={`turns ${styles.mark}`} aria-hidden="true" />
        {t(`bots:settings.${section}`)}
      </summary>
      {wasOpen && (
        <Suspense fallback={<Skeleton label="loading:bot" lines={4} />}>
          <div className={`stack wide ${styles.content}`}>
            <Page />
            <Shown onShown={onShown} />
          </div>
        </Suspense>
      )}
    </details>
  );
}

/** Beside what is loaded: is there only once that is. */
function Shown({ onShown }: { readonly onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onShown, []);
  return null;
}
