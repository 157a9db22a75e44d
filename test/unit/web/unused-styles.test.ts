import { describe, expect, it } from 'vitest';
import { withoutUnusedStyles } from '../../../web/unused-styles';

interface Kept {
  readonly props: readonly string[];
  readonly selectors: readonly string[];
}

/** What is left of a sheet with these declarations and rules. */
function prune(
  declarations: Readonly<Record<string, string>>,
  selectors: readonly string[] = [],
  file = '/web/src/theme/base.css',
): Kept {
  const left = new Map(Object.entries(declarations));
  const rules = new Set(selectors);
  withoutUnusedStyles.OnceExit({
    source: { input: { file } },
    walkDecls(visit) {
      for (const [prop, value] of [...left]) visit({ prop, value, remove: () => left.delete(prop) });
    },
    walkRules(visit) {
      for (const rule of [...rules]) visit({ selectors: rule.split(', '), remove: () => rules.delete(rule) });
    },
  });
  return { props: [...left.keys()], selectors: [...rules] };
}

const TOKENS = {
  '--amplify-colors-ink': 'black',
  '--amplify-colors-rust': 'brown',
  '--amplify-components-card-color': 'var(--amplify-colors-rust)',
  '--amplify-components-input-color': 'var(--amplify-colors-ink)',
  '--brand': 'green',
  color: 'var(--amplify-components-input-color, red)',
};

describe('the styles of Amplify UI', () => {
  it('lose the tokens that nothing reads, and those that only these read', () => {
    expect(prune(TOKENS).props).toEqual([
      '--amplify-colors-ink',
      '--amplify-components-input-color',
      '--brand',
      'color',
    ]);
  });

  it('lose buttons in colours, but not the rules that others share with them', () => {
    const kept = ['.amplify-button--primary', '.amplify-button--link--info, .amplify-button'];
    expect(
      prune({}, [...kept, '.amplify-button--link--info, .amplify-button--primary--overlay:hover']).selectors,
    ).toEqual(kept);
  });

  it('are all that is touched', () => {
    expect(prune(TOKENS, ['.amplify-button--link--info'], '/web/src/app/page.module.css')).toEqual({
      props: Object.keys(TOKENS),
      selectors: ['.amplify-button--link--info'],
    });
  });
});
