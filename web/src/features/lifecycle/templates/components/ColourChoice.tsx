import { type RefObject, useId } from 'react';
import { isColour } from '#features/bots/colour.ts';
import { ColourField } from '#features/bots/components/ColourField.tsx';
import { ContrastComplaint, ContrastOffer } from '#features/bots/components/Contrast.tsx';
import { contrast, nearestColour, READABLE } from '#features/bots/contrast.ts';
import { useTexts } from '#i18n/index';
import styles from './templates.module.css';

/** Colours on which white is readable. */
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
  text,
  field,
  onChange,
}: {
  /** Or what was typed and is no colour. */
  readonly value: string;
  /** The template's. */
  readonly own: string;
  /** The colour of what is written on it. */
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChange: (colour: string) => void;
}) {
  const { t } = useTexts();
  const name = useId();
  const ratio = isColour(value) ? contrast(value, text) : READABLE;
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
                className="overlaid"
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
      <ColourField
        label={t('templates:customize.anyColour')}
        value={value}
        onChange={onChange}
        onInvalid={onChange}
        inputRef={field}
      />
      <div role="status" className={styles.contrast}>
        {ratio < READABLE && (
          <ContrastComplaint text="bots:contrast.text" ratio={ratio} least={READABLE}>
            <ContrastOffer
              text="bots:contrast.useMain"
              colour={nearestColour(value, [text], READABLE)}
              onTake={(colour) => {
                onChange(colour);
                // The offer goes with what it mends: they are left at the colour that they have taken.
                field.current?.focus();
              }}
            />
          </ContrastComplaint>
        )}
      </div>
    </fieldset>
  );
}
