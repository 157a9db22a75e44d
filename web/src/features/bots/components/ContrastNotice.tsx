import { useFormContext } from 'react-hook-form';
import type { BotConfig } from '#contract/bots/bot-config';
import { isColour } from '#features/bots/colour.ts';
import { ContrastComplaint, ContrastFine, ContrastOffer } from '#features/bots/components/Contrast.tsx';
import { contrast, nearestColour, READABLE, VISIBLE } from '#features/bots/contrast.ts';

/**
 * The chat's own surfaces, on which the accent colour stands. One that follows the visitor's scheme is judged as it is
 * in the light one: for the dark one the chat lightens it by itself.
 */
const SURFACES = { light: ['#ffffff'], dark: ['#16171f'], auto: ['#ffffff'] } as const;

type ColourField = 'primaryColor' | 'secondaryColor' | 'accentColor';

/** Says which of the chosen colours can't be read, and offers for each the nearest that can. */
export function ContrastNotice() {
  const { watch } = useFormContext<BotConfig>();
  const [main, text, accent, theme] = watch(['primaryColor', 'secondaryColor', 'accentColor', 'theme']);
  // One that is none yet is said where it stands.
  if (![main, text, accent].every(isColour)) return <div role="status" />;
  const surfaces = SURFACES[theme];
  const ofText = contrast(main, text);
  const ofAccent = Math.min(...surfaces.map((surface) => contrast(accent, surface)));
  const textFails = ofText < READABLE;
  const accentFails = ofAccent < VISIBLE;
  return (
    <div role="status" className="stack fine">
      {!textFails && !accentFails && <ContrastFine />}
      {textFails && (
        <ContrastComplaint text="bots:contrast.text" ratio={ofText} least={READABLE}>
          <Offer
            field="secondaryColor"
            text="bots:contrast.useText"
            colour={nearestColour(text, [main], READABLE)}
          />
          <Offer
            field="primaryColor"
            text="bots:contrast.useMain"
            colour={nearestColour(main, [text], READABLE)}
          />
        </ContrastComplaint>
      )}
      {accentFails && (
        <ContrastComplaint text="bots:contrast.accent" ratio={ofAccent} least={VISIBLE}>
          <Offer
            field="accentColor"
            text="bots:contrast.useAccent"
            colour={nearestColour(accent, surfaces, VISIBLE)}
          />
        </ContrastComplaint>
      )}
    </div>
  );
}

function Offer({
  field,
  text,
  colour,
}: {
  readonly field: ColourField;
  readonly text: 'bots:contrast.useText' | 'bots:contrast.useMain' | 'bots:contrast.useAccent';
  readonly colour: string | null;
}) {
  const { setValue, setFocus } = useFormContext<BotConfig>();
  return (
    <ContrastOffer
      text={text}
      colour={colour}
      onTake={(taken) => {
        setValue(field, taken, { shouldDirty: true });
        // The offer goes with what it mends: they are left at the colour that they have taken.
        setFocus(field);
      }}
    />
  );
}
