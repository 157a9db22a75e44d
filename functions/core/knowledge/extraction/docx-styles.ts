import { Parser } from 'htmlparser2';

/** What a style says of the paragraphs or the words that have it; undefined where it leaves that to others. */
export interface DocxStyle {
  readonly id: string;
  readonly name: string;
  readonly basedOn: string | undefined;
  /** 0 for the highest heading, 9 for text. */
  readonly outline: number | undefined;
  readonly bold: boolean | undefined;
  /** In half points. */
  readonly size: number | undefined;
}

/** The styles of a document, each with what it has of those that it is based on. */
export interface DocxStyles {
  of(id: string | undefined): ResolvedStyle;
}

export interface ResolvedStyle {
  /** Of the style itself first. */
  readonly names: readonly string[];
  readonly outline: number | undefined;
  readonly bold: boolean | undefined;
  readonly size: number | undefined;
}

/** Word's own size, in half points, where a file names none. */
const USUAL_SIZE = 20;
/** A chain of styles that is longer goes in a circle. */
const LONGEST_CHAIN = 12;

export function readStyles(xml: string): DocxStyles {
  const styles = new Map<string, DocxStyle>();
  let defaultId: string | undefined;
  let defaultSize = USUAL_SIZE;
  let current: { -readonly [Key in keyof DocxStyle]: DocxStyle[Key] } | null = null;
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        const value = attribs['w:val'];
        if (name === 'w:style') {
          const id = attribs['w:styleId'] ?? '';
          if (attribs['w:type'] === 'paragraph' && isOn(attribs['w:default'] ?? 'false')) defaultId = id;
          current = {
            id,
            name: id,
            basedOn: undefined,
            outline: undefined,
            bold: undefined,
            size: undefined,
          };
        } else if (name === 'w:sz' && !current) defaultSize = Number(value) || defaultSize;
        else if (!current) return;
        else if (name === 'w:name') current.name = value ?? current.name;
        else if (name === 'w:basedOn') current.basedOn = value;
        else if (name === 'w:outlineLvl') current.outline = Number(value);
        else if (name === 'w:b') current.bold = isOn(value);
        else if (name === 'w:sz') current.size = Number(value) || undefined;
      },
      onclosetag(name) {
        if (name !== 'w:style' || !current) return;
        styles.set(current.id, current);
        current = null;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const known = new Map<string | undefined, ResolvedStyle>();
  const resolve = (id: string | undefined): ResolvedStyle => {
    const chain: DocxStyle[] = [];
    let style = styles.get(id ?? defaultId ?? '');
    while (style && chain.length < LONGEST_CHAIN) {
      chain.push(style);
      style = styles.get(style.basedOn ?? '');
    }
    return {
      names: chain.length > 0 ? chain.map(({ name }) => name) : id === undefined ? [] : [id],
      outline: chain.find(({ outline }) => outline !== undefined)?.outline,
      bold: chain.find(({ bold }) => bold !== undefined)?.bold,
      size: chain.find(({ size }) => size !== undefined)?.size ?? defaultSize,
    };
  };
  return {
    of(id) {
      const found = known.get(id) ?? resolve(id);
      known.set(id, found);
      return found;
    },
  };
}

/** A property is on where it stands without a value. */
export function isOn(value: string | undefined): boolean {
  return !/^(?:0|false|off)$/i.test(value ?? '');
}
