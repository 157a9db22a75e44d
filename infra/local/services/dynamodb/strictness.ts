import { validationError } from './errors';
import type { Item } from './items';
import type { Request } from './request';
import type { Table } from './tables';

/** A parsed expression: a path (a list of names and positions), a value, or an operation on such. */
type Expression =
  | readonly (string | number)[]
  | Item[string]
  | { readonly type: string; readonly args: readonly Expression[] };

interface Parsed {
  readonly _projection?: { readonly paths: readonly (readonly (string | number)[])[] };
  readonly _condition?: { readonly expression: Expression };
  readonly _filter?: { readonly expression: Expression };
}

/** An index gives only what it holds. dynalite would leave out in silence what DynamoDB refuses to promise. */
export function checkProjection(request: Request, table: Table): void {
  const index = table.GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === request.IndexName);
  if (!index || index.Projection.ProjectionType === 'ALL') return;
  const held = new Set<unknown>([
    ...[...table.KeySchema, ...index.KeySchema].map(({ AttributeName }) => AttributeName),
    ...(index.Projection.NonKeyAttributes ?? []),
  ]);
  const wanted =
    (request as Parsed)._projection?.paths.map(([name]) => name) ??
    (request.AttributesToGet as readonly string[] | undefined) ??
    [];
  const missing = wanted.filter((name) => !held.has(name));
  if (missing.length > 0) {
    throw validationError(
      `One or more parameter values were invalid: Global secondary index ${index.IndexName} does not project [${missing.join(', ')}]`,
    );
  }
}

/** dynalite compares maps and lists by identity, so never equal: better refused than decided wrongly. */
export function refuseDeepComparison(request: Request): void {
  for (const parsed of [(request as Parsed)._condition, (request as Parsed)._filter]) {
    if (parsed && comparesDeeply(parsed.expression)) {
      throw validationError('Comparing maps or lists in an expression is not supported locally');
    }
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', 'in']);

function comparesDeeply(expression: Expression): boolean {
  if (!isOperation(expression)) return false;
  const { type, args } = expression;
  const isDeep = (arg: Expression) => !Array.isArray(arg) && !isOperation(arg) && ('M' in arg || 'L' in arg);
  return COMPARISONS.has(type) ? args.some(isDeep) : args.some(comparesDeeply);
}

function isOperation(
  expression: Expression,
): expression is { readonly type: string; readonly args: readonly Expression[] } {
  return 'args' in expression && Array.isArray(expression.args);
}
