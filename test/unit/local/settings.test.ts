import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, UsageError } from '#bin/local/settings';

const read = (...args: string[]) => readSettings(args, '/repository');

describe('the command line of npm start', () => {
  it('needs nothing', () => {
    expect(read()).toEqual({
      port: 4000,
      state: '/repository/.local',
      watch: false,
      awsLike: null,
      demo: true,
      help: false,
    });
  });

  it('takes a port, a state folder and whether to watch', () => {
    expect(read('--port', '4123', '--state=elsewhere', '--watch')).toEqual({
      port: 4123,
      state: path.resolve('elsewhere'),
      watch: true,
      awsLike: null,
      demo: true,
      help: false,
    });
    expect(read('--port', '0').port).toBe(0);
    expect(read('--port', '65535').port).toBe(65_535);
  });

  it('is as bad as AWS where it is asked to, by a seed', () => {
    expect(read('--aws-like').awsLike).toBe('1');
    expect(read('--aws-like', '--seed', '7').awsLike).toBe('7');
  });

  it('leaves out the demo bots', () => {
    expect(read('--no-demo').demo).toBe(false);
  });

  it.each(['65536', '99999', '100000', '-1', '80.5', '1e3', '0x50', 'http', ' 80', ''])(
    'refuses --port=%s',
    (port) => {
      expect(() => read(`--port=${port}`)).toThrow(
        new UsageError(
          `--port ${port || "''"} is no port: give a number from 1 to 65535, or 0 for any that is free`,
        ),
      );
    },
  );

  it.each([
    [['--prot', '80'], "Unknown option '--prot'"],
    [['-p', '80'], "Unknown option '-p'"],
    [['somewhere'], "Unexpected argument 'somewhere'"],
    [['--port'], "Option '--port <value>' argument missing"],
    [['--watch=yes'], "Option '--watch' does not take an argument"],
    [['--state', ''], '--state names no folder'],
    [['--state='], '--state names no folder'],
  ])('refuses %j, and says which part', (args, message) => {
    expect(() => read(...args)).toThrow(new UsageError(message));
  });
});
