import { spawn } from 'node:child_process';
import { ROOT } from './report';

export interface CommandOptions {
  readonly output?: 'pipe' | 'inherit';
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command in the root of the repository to its end; `output` is empty where it is inherited. */
export function runCommand(
  command: string,
  args: readonly string[],
  { output = 'pipe', env = {} }: CommandOptions = {},
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((ended) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    child.on('error', (error) => ended({ code: 1, output: error.message }));
    child.on('close', (code) => ended({ code: code ?? 1, output: text }));
  });
}
