import type { Entity } from 'dynamodb-toolbox';
import { SchemaDTO } from 'dynamodb-toolbox/schema/actions/dto';

/** What of a schema decides whether an item can be read. */
export interface Shape {
  readonly type: string;
  readonly optional?: true;
  readonly enum?: readonly unknown[];
  readonly attributes?: Readonly<Record<string, Shape>>;
  readonly elements?: Shape;
}

export function shapeOf(entity: Entity): Shape {
  return shape(JSON.parse(JSON.stringify(new SchemaDTO(entity.schema))));
}

interface Described {
  readonly type: string;
  readonly required?: string;
  readonly enum?: readonly unknown[];
  readonly attributes?: Readonly<Record<string, Described>>;
  readonly elements?: Described;
}

function shape({ type, required, enum: values, attributes, elements }: Described): Shape {
  return {
    type,
    ...(required === 'never' && { optional: true }),
    ...(values && { enum: values }),
    ...(attributes && {
      attributes: Object.fromEntries(Object.entries(attributes).map(([name, each]) => [name, shape(each)])),
    }),
    ...(elements && { elements: shape(elements) }),
  };
}

/** What one release does not read of what another writes, as lines for who has to decide. */
export function unreadable(reader: Shape, writer: Shape | undefined, at: string): readonly string[] {
  if (!writer || (writer.optional && !reader.optional))
    return reader.optional ? [] : [`${at} may be missing`];
  if (reader.type === 'any') return [];
  if (reader.type !== writer.type) return [`${at} is a ${writer.type}, no ${reader.type}`];
  const { enum: known, attributes = {}, elements } = reader;
  const strange = known ? (writer.enum ?? ['anything']).filter((value) => !known.includes(value)) : [];
  return [
    ...strange.map((value) => `${at} may be ${value}`),
    ...Object.entries(attributes).flatMap(([name, each]) =>
      unreadable(each, writer.attributes?.[name], `${at}.${name}`),
    ),
    ...(elements ? unreadable(elements, writer.elements, `${at}[]`) : []),
  ];
}
