import type * as z from 'zod';
import type { FieldProblem } from '#contract/base/field-problem';
import { ParleyError } from './errors';

/** What a schema is asked with, so that `invalidFields` can say in words for people what it refuses. */
export const FOR_PEOPLE = {
  error: (issue: z.core.$ZodRawIssue) => wordsOf(problemOf(issue)),
  reportInput: true,
} as const;

/** The first problem of each field: a text, and in the details a code with what it takes to word it. */
export function invalidFields(error: z.ZodError): ParleyError {
  const fields: Record<string, string> = {};
  const problems: Record<string, FieldProblem> = {};
  for (const issue of error.issues.slice(0, MOST_TOLD)) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MOST_TOLD) : [];
    const paths = unknown.length > 0 ? unknown.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const name = path.join('.') || 'body';
      fields[name] ??= issue.message;
      problems[name] ??= problemOf(issue);
    }
  }
  return new ParleyError('request.invalid', { fields, details: { fields: problems } });
}

/** Nobody mends more at once, and what is told of each must not outgrow an answer. */
const MOST_TOLD = 100;

function problemOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { code: 'required' }
        : { code: 'invalid_type', expected: String(issue.expected) };
    case 'unrecognized_keys':
      return { code: 'unknown_field' };
    case 'too_small':
      return { code: 'too_small', of: issue.origin, minimum: Number(issue.minimum) };
    case 'too_big':
      return { code: 'too_big', of: issue.origin, maximum: Number(issue.maximum) };
    case 'invalid_format':
      return { code: 'invalid_format', format: issue.format };
    case 'invalid_value':
      return { code: 'not_offered', values: [...issue.values] };
    default: {
      const rule = issue.code === 'custom' ? issue.params?.code : undefined;
      return { code: 'invalid', ...(typeof rule === 'string' && { rule }) };
    }
  }
}

function wordsOf(problem: FieldProblem): string {
  switch (problem.code) {
    case 'required':
      return 'Please fill this in.';
    case 'unknown_field':
      return 'There is no such field.';
    case 'invalid_type':
      return problem.expected === 'int' ? 'Please enter a whole number.' : 'This is of the wrong kind.';
    case 'too_small':
      if (problem.minimum === 1 && problem.of !== 'number') return 'Please fill this in.';
      return `Please enter at least ${problem.minimum}${unitOf(problem.of)}.`;
    case 'too_big':
      return `Please enter at most ${problem.maximum}${unitOf(problem.of)}.`;
    case 'invalid_format':
      return FORMATS[problem.format] ?? 'This has the wrong form.';
    case 'not_offered':
      return 'Please choose one that is offered.';
    case 'invalid':
      return 'This is not possible.';
  }
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Please enter an e-mail address.',
  url: 'Please enter a web address.',
};

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters';
  return origin === 'array' ? ' entries' : '';
}
