import { Button } from '@aws-amplify/ui-react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRatio } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './Contrast.module.css';

/** Says that colours can be read, where nobody has to change them. */
export function ContrastFine() {
  const { t } = useTexts();
  return (
    <p className={styles.fine}>
      <CircleCheck size={17} aria-hidden="true" />
      {t('bots:contrast.fine')}
    </p>
  );
}

/** Says that a colour can't be read, with what would mend it. */
export function ContrastComplaint({
  text,
  ratio,
  least,
  children,
}: {
  readonly text: 'bots:contrast.text' | 'bots:contrast.accent';
  readonly ratio: number;
  readonly least: number;
  readonly children: ReactNode;
}) {
  const { t, language } = useTexts();
  return (
    <div className={`stack snug warning ${styles.complaint}`}>
      <p>
        <TriangleAlert size={17} aria-hidden="true" />
        {/* Rounded down: what is shown must not look like enough. */}
        {t(text, { ratio: formatRatio(ratio, language), least: formatRatio(least, language) })}
      </p>
      <div className="row small">{children}</div>
    </div>
  );
}

/** The nearest colour that can be read; nothing where there is none. */
export function ContrastOffer({
  text,
  colour,
  onTake,
}: {
  readonly text: 'bots:contrast.useText' | 'bots:contrast.useMain' | 'bots:contrast.useAccent';
  readonly colour: string | null;
  readonly onTake: (colour: string) => void;
}) {
  const { t } = useTexts();
  if (colour === null) return null;
  return (
    <Button size="small" onClick={() => onTake(colour)}>
      <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
      {t(text, { colour })}
    </Button>
  );
}
