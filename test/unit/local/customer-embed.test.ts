import { describe, expect, it } from 'vitest';
import { parseEmbed } from '#infra/local/hosts/customer/embed';

describe('embed codes', () => {
  it('are a widget id alone', () => {
    expect(parseEmbed('  a1b2c3d4 ')).toEqual({ widget: 'a1b2c3d4' });
  });

  it('are a script tag with its attributes', () => {
    const code = `<script src="https://app.example/widget.js"
      data-widget-id="a1b2c3d4" data-company-name="Ä &amp; &quot;B&quot;" data-position='top-left'
      data-unknown="x" data-greeting="" async></script>`;
    expect(parseEmbed(code)).toEqual({ widget: 'a1b2c3d4', 'company-name': 'Ä & "B"', position: 'top-left' });
  });

  it.each([
    '',
    'short',
    'A1B2C3D4',
    '<script src="x"></script>',
    '<script data-widget-id="&quot;>"></script>',
  ])('are not %j', (text) => {
    expect(parseEmbed(text)).toBeUndefined();
  });
});
