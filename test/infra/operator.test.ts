import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError, understood } from '#bin/operator/command';
import { enterStage } from '#bin/operator/stage';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { freePort } from '../helpers/command';

const ROOT = path.join(import.meta.dirname, '../..');
const state = temporaryFolder();

describe('an operator’s command', () => {
  it('says what it does not understand, and that another stage or state is meant', async () => {
    expect(() =>
      understood(() => {
        throw new TypeError("Unknown option '--wat'");
      }),
    ).toThrow(UsageError);
    await expect(enterStage(ROOT, { context: ['production'], state })).rejects.toThrow(UsageError);
    await expect(enterStage(ROOT, { context: ['stage=nowhere'], state })).rejects.toThrow(
      'no stage "nowhere"',
    );
    await expect(enterStage(ROOT, { context: [], state })).rejects.toThrow('No local stage has run');
  });

  it('says that the local stage has stopped, and leaves the credentials as they are', async () => {
    const keys = { accessKeyId: 'of-the-local-stage', secretAccessKey: 's' };
    await writeFile(
      path.join(state, 'operator.json'),
      JSON.stringify({
        endpoint: `http://127.0.0.1:${await freePort()}`,
        region: 'eu-central-1',
        ...keys,
      }),
    );
    await expect(enterStage(ROOT, { context: [], state })).rejects.toThrow('does not run');
    expect(process.env.AWS_ACCESS_KEY_ID).not.toBe(keys.accessKeyId);
  });
});
