/** A route of the API document, as the explorer needs it. */
export interface ApiRoute {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly ApiParameter[];
  /** What a body may look like, as JSON; null where none is sent. */
  readonly body: string | null;
}

export interface ApiParameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly isRequired: boolean;
}

type Json = Readonly<Record<string, unknown>>;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The routes of an OpenAPI document, in its order. */
export function routesOf(document: Json): readonly ApiRoute[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, operations]) =>
    Object.entries(objectOf(operations))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => toRoute(document, path, method, objectOf(operation))),
  );
}

function toRoute(document: Json, path: string, method: string, operation: Json): ApiRoute {
  const content = objectOf(objectOf(objectOf(operation.requestBody).content)['application/json']);
  const parameters = Array.isArray(operation.parameters) ? operation.parameters.map(objectOf) : [];
  return {
    id: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    summary: String(operation.summary ?? ''),
    parameters: parameters
      .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
      .map((parameter) => ({
        name: String(parameter.name),
        place: parameter.in === 'path' ? 'path' : 'query',
        isRequired: parameter.in === 'path' || parameter.required === true,
      })),
    body:
      content.schema === undefined
        ? null
        : JSON.stringify(sampleOf(document, objectOf(content.schema), 0), null, 2),
  };
}

const DEPTH = 4;

/** A value of a schema's shape, to be filled in. */
function sampleOf(document: Json, schema: Json, depth: number): unknown {
  if (depth > DEPTH) return null;
  if (typeof schema.$ref === 'string') return sampleOf(document, referred(document, schema.$ref), depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [choice] = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  if (choice !== undefined) return sampleOf(document, objectOf(choice), depth + 1);
  switch (schema.type) {
    case 'object': {
      const required = Array.isArray(schema.required) ? schema.required : [];
      const properties = Object.entries(objectOf(schema.properties));
      return Object.fromEntries(
        properties
          .filter(([name]) => required.includes(name))
          .map(([name, property]) => [name, sampleOf(document, objectOf(property), depth + 1)]),
      );
    }
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 0;
    case 'boolean':
      return false;
    case 'string':
      return '';
    default:
      return null;
  }
}

function referred(document: Json, reference: string): Json {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<Json>((found, name) => objectOf(found[name]), document);
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}
