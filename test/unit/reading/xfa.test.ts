import { PDFDict, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import type { UnreadableDocument } from '#core/reading/unreadable';

const WAIT = [
  'Please wait...',
  'If this message is not eventually replaced by the proper contents of the document, your PDF',
  'viewer may not be able to display this type of document. You can upgrade to the latest version',
  'of Adobe Reader by visiting http://www.adobe.com/go/reader_download.',
];
const WARTEN = [
  'Bitte warten...',
  'Wird diese Meldung nicht durch den Inhalt des Dokuments ersetzt, kann Ihr Programm es nicht anzeigen.',
  'Aktualisieren Sie auf die neueste Version von Adobe® Reader®.',
];

interface Form {
  readonly lines: readonly string[];
  readonly fields?: Readonly<Record<string, string | boolean>>;
  readonly isShown?: boolean;
  readonly hasXfa?: boolean;
  readonly needsRendering?: boolean;
}

async function formOf({ lines, fields = {}, isShown = false, hasXfa = true, needsRendering }: Form) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([595, 842]);
  lines.forEach((line, at) => {
    page.drawText(line, { x: 60, y: 760 - at * 16, size: 11, font });
  });
  const form = document.getForm();
  for (const [name, value] of Object.entries(fields)) {
    const box = { x: 300, y: 500, width: 100, height: 16 };
    if (typeof value === 'boolean') {
      const field = form.createCheckBox(name);
      field.addToPage(page, box);
      if (value) field.check();
    } else {
      const field = form.createTextField(name);
      field.setText(value);
      field.addToPage(page, box);
    }
  }
  if (!isShown) page.node.delete(PDFName.of('Annots'));
  const { context, catalog } = document;
  if (hasXfa) {
    const data = context.register(context.stream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'));
    form.acroForm.dict.set(PDFName.of('XFA'), context.obj([PDFString.of('template'), data]));
  }
  if (needsRendering) catalog.set(PDFName.of('NeedsRendering'), context.obj(true));
  expect(catalog.lookup(PDFName.of('AcroForm'))).toBeInstanceOf(PDFDict);
  // Bringing the looks of fields up to date would take the form out again.
  return document.save({ useObjectStreams: false, updateFieldAppearances: false });
}

describe('a form that only Adobe’s programs show', () => {
  it.each([
    [
      'in English',
      { lines: WAIT, fields: { 'form1.page1.GuestName': 'Ada Huber', 'form1.page1.breakfast': true } },
    ],
    [
      'by its mark, whatever its page says',
      {
        lines: ['Loading'],
        needsRendering: true,
        fields: { 'a.Guest_Name': 'Ada Huber', 'a.breakfast': true },
      },
    ],
  ])('is told by what its fields hold, and with what to do: %s', async (_, form) => {
    const { blocks, notices } = await extract(await formOf(form), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual(['Guest Name: Ada Huber', '☑ breakfast']);
    expect(notices).toEqual([{ kind: 'interactive_form', count: 1, pages: [1] }]);
  });

  it.each([WAIT, WARTEN])('without values is refused with what to do, not told as %s', async (...lines) => {
    await expect(extract(await formOf({ lines }), 'pdf')).rejects.toEqual(
      expect.objectContaining({ reason: 'interactive_form' }) as UnreadableDocument,
    );
  });
});

describe('is read as it stands', () => {
  it.each<[string, Form]>([
    ['a page that only speaks of Adobe Reader', { lines: WAIT, hasXfa: false }],
    [
      'a form of both kinds, whose page shows its fields',
      { lines: ['Open this form in Adobe Reader.'], fields: { guests: '180' }, isShown: true },
    ],
  ])('%s', async (_, form) => {
    const { blocks, notices } = await extract(await formOf(form), 'pdf');
    expect(blocks.map(({ text }) => text).join('\n')).toContain('Adobe Reader');
    expect(notices).toEqual([]);
  });
});
