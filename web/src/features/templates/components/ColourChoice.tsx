import { useId } from 'react';
import { useTexts } from '../../../i18n';
import styles from './templates.module.css';

/** Colours on which white is readable; any other is chosen in the bot's settings. */
const COLOURS = {
  teal: '#0f766e',
  blue: '#1d4ed8',
  indigo: '#4338ca',
  violet: '#7c3aed',
  pink: '#be185d',
  red: '#b91c1c',
  amber: '#b45309',
  green: '#15803d',
  slate: '#334155',
} as const;
export const COLOUR_NAMES = Object.keys(COLOURS) as readonly (keyof typeof COLOURS)[];

export function ColourChoice({
  value,
  own,
  onChange,
}: {
  readonly value: string;
  /** The template's. */
  readonly own: string;
  readonly onChange: (colour: string) => void;
}) {
  const { t } = useTexts();
  const name = useId();
  return (
    <fieldset className={styles.colours}>
      <legend>{t('templates:customize.colour')}</legend>
      <div className={styles.swatches}>
        {(['own', ...COLOUR_NAMES] as const).map((called) => {
          const colour = called === 'own' ? own : COLOURS[called];
          if (called !== 'own' && colour === own) return null;
          return (
            <label key={called} className={styles.swatch} style={{ background: colour }}>
              <input
                type="radio"
                name={name}
                value={colour}
                checked={colour === value}
                aria-label={t(`templates:colour.${called}`)}
                onChange={() => onChange(colour)}
              />
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
