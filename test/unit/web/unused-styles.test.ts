import { describe, expect, it } from 'vitest';
import { usedOf } from '../../../web/unused-styles';

const TOKENS = `:root, [data-amplify-theme] {
  --amplify-colors-ink: black;
  --amplify-colors-rust: brown;
  --amplify-fonts-many: "Inter var", -apple-system,
    sans-serif;
  --amplify-components-card-color: var(--amplify-colors-rust);
  --amplify-components-input-color: var(--amplify-colors-ink);
  --brand: green;
}

.amplify-input {
  --amplify-internal-width: 1px;
  color: var(--amplify-components-input-color, red);
}
`;

describe('the styles of Amplify UI', () => {
  it('lose the tokens that nothing reads, and those that only these read', () => {
    expect(usedOf(TOKENS)).toBe(`:root, [data-amplify-theme] {
  --amplify-colors-ink: black;
  --amplify-components-input-color: var(--amplify-colors-ink);
  --brand: green;
}

.amplify-input {
  color: var(--amplify-components-input-color, red);
}
`);
  });

  it('lose buttons in colours, but not the rules that others share with them', () => {
    const kept = `.amplify-button--primary {
  color: red;
}

.amplify-button--link--info, .amplify-button {
  color: green;
}

.amplify-button--primary:hover, .amplify-button--link--info {
  color: blue;
}
`;
    const coloured = `.amplify-button--link--info, .amplify-button--primary--overlay:hover {
  color: red;
}

.amplify-button--link--error {
  color: red;
}

`;
    expect(usedOf(coloured + kept)).toBe(kept);
    expect(usedOf(kept.replace('\n\n', `\n\n${coloured}`))).toBe(kept);
  });
});
