import { type PointerEvent, useState } from 'react';
import { useTexts } from '#i18n/index';
import { readPreference, writePreference } from '#lib/preferences';
import styles from './conversations.module.css';

const KEY = 'parley.display.inboxWidth';
const WIDTH = { least: 256, most: 560, usual: 336, step: 16 } as const;

/** How wide the list beside a conversation is, in pixels, as it was left. */
export function useListWidth(): readonly [number, (width: number) => void] {
  const [width, setWidth] = useState(() => within(Number(readPreference(KEY)) || WIDTH.usual));
  return [
    width,
    (wanted) => {
      const next = within(wanted);
      setWidth(next);
      writePreference(KEY, String(next));
    },
  ];
}

/** The edge between list and conversation: drawn, or moved by arrow keys. */
export function ListEdge({
  width,
  onChange,
}: {
  readonly width: number;
  readonly onChange: (width: number) => void;
}) {
  const { t } = useTexts();
  const [from, setFrom] = useState<{ readonly x: number; readonly width: number } | null>(null);
  const move = ({ clientX }: PointerEvent) => {
    if (from) onChange(from.width + clientX - from.x);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('conversations:edge')}
      aria-valuenow={width}
      aria-valuemin={WIDTH.least}
      aria-valuemax={WIDTH.most}
      tabIndex={0}
      className={styles.edge}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom({ x: event.clientX, width });
      }}
      onPointerMove={move}
      onPointerUp={() => setFrom(null)}
      onDoubleClick={() => onChange(WIDTH.usual)}
      onKeyDown={(event) => {
        const steps = { ArrowLeft: -WIDTH.step, ArrowRight: WIDTH.step, Home: -WIDTH.most, End: WIDTH.most };
        const step = steps[event.key as keyof typeof steps];
        if (step === undefined) return;
        event.preventDefault();
        onChange(width + step);
      }}
    />
  );
}

function within(width: number): number {
  return Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(width)));
}
