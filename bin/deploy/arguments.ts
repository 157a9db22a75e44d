import { parseArgs } from 'node:util';

/** What the command itself reads of its arguments. All of them go on to `cdk deploy` as they are. */
export interface DeployArguments {
  /** `-c KEY=VALUE`, by key. */
  readonly context: Readonly<Record<string, string>>;
  /** Of the AWS configuration: the calls of this command are made with it too. */
  readonly profile: string | undefined;
}

export function readArguments(words: readonly string[]): DeployArguments {
  const { values } = parseArgs({
    args: [...words],
    options: { context: { type: 'string', short: 'c', multiple: true }, profile: { type: 'string' } },
    // Options of the CDK that are not known here.
    strict: false,
  });
  const entries = (values.context ?? []).map((entry) => String(entry).split(/=(.*)/s));
  return {
    context: Object.fromEntries(entries.map(([key = '', value = '']) => [key, value])),
    profile: typeof values.profile === 'string' ? values.profile : undefined,
  };
}

/**
 * Whether stacks of the stage are among the words: then only these are deployed. A word that names no stack of the
 * stage is an option or its value, whatever the CDK makes of it.
 */
export function namesStacks(words: readonly string[], stacks: readonly string[]): boolean {
  return words.some((word) => stacks.includes(word));
}
