import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DeployedStage } from '#infra/config/deployed-stage';
import { deployedStage } from '#infra/config/outputs';
import { publish } from '#infra/publish';
import { temporaryFolder } from '#test/helpers/temporary-folder';

const DEPLOYED: DeployedStage = {
  stage: 'production',
  region: 'eu-central-1',
  rootOrigin: 'https://parley.example',
  appOrigin: 'https://app.parley.example',
  socketUrl: 'wss://app.parley.example/socket',
  userPoolId: 'eu-central-1_abc',
  userPoolClientId: 'client',
  answerModels: [{ id: 'eu.amazon.nova-lite-v1:0', name: 'Amazon Nova Lite' }],
  operator: {
    company: 'Parley Example GmbH',
    street: 'Musterstraße 1',
    city: '50667 Köln',
    country: 'Deutschland',
    email: 'contact@parley.example',
    representative: 'Erika Mustermann',
  },
  webBucket: 'web',
  widgetBucket: 'widget',
};
const FILES = {
  'web/index.html': '<!doctype html>',
  'web/assets/main-AbCd1234.js': 'export {}',
  'web/assets/main-AbCd1234.js.map': '{}',
  'web/locales/en/common.json': '{}',
  'web/.vite/manifest.json': '{}',
  'site/landing/en.html': '<link rel="canonical" href="https://root-origin.invalid/en">',
  'site/sitemap.xml': '<loc>https://root-origin.invalid/en</loc>',
  'site/.inline-code.json': '{}',
  'widget/widget.js': '(()=>{})()',
  'widget/w/app-ABCDEFGH.js': 'a="https://root-origin.invalid"',
};

const s3 = mockClient(S3Client);
let dist: string;
beforeEach(async () => {
  s3.reset();
  s3.on(ListObjectsV2Command).resolves({});
  s3.on(PutObjectCommand).resolves({});
  dist = temporaryFolder();
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(path.join(dist, name)), { recursive: true });
    await writeFile(path.join(dist, name), content);
  }
});

const puts = () => s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input);
const put = (bucket: string, key: string) =>
  puts().find(({ Bucket, Key }) => Bucket === bucket && Key === key);

describe('publishing', () => {
  it('puts the dashboard, the landing page and the widget into their buckets, without maps and what the build notes', async () => {
    expect(await publish(new S3Client({}), dist, DEPLOYED)).toBe(8);
    expect(
      puts()
        .map(({ Bucket, Key }) => `${Bucket}/${Key}`)
        .sort(),
    ).toEqual([
      'web/assets/main-AbCd1234.js',
      'web/config.json',
      'web/index.html',
      'web/landing/en.html',
      'web/locales/en/common.json',
      'web/sitemap.xml',
      'widget/w/app-ABCDEFGH.js',
      'widget/widget.js',
    ]);
  });

  it('makes the configuration of the dashboard from the outputs of the stage', async () => {
    await publish(new S3Client({}), dist, DEPLOYED);
    const { webBucket: _, widgetBucket: __, ...config } = DEPLOYED;
    expect(JSON.parse(String(put('web', 'config.json')?.Body))).toEqual(config);
  });

  it("writes the stage's own address where pages name it in full", async () => {
    await publish(new S3Client({}), dist, DEPLOYED);
    expect(String(put('web', 'landing/en.html')?.Body)).toBe(
      '<link rel="canonical" href="https://parley.example/en">',
    );
    expect(String(put('web', 'sitemap.xml')?.Body)).toBe('<loc>https://parley.example/en</loc>');
    expect(String(put('widget', 'w/app-ABCDEFGH.js')?.Body)).toBe('a="https://parley.example"');
    expect(put('web', 'sitemap.xml')?.ContentType).toBe('application/xml; charset=utf-8');
  });

  it('lets what changes its name with its content be kept for ever, and asks again for the rest', async () => {
    await publish(new S3Client({}), dist, DEPLOYED);
    const immutable = 'public, max-age=31536000, immutable';
    expect(put('web', 'assets/main-AbCd1234.js')?.CacheControl).toBe(immutable);
    expect(put('widget', 'w/app-ABCDEFGH.js')?.CacheControl).toBe(immutable);
    for (const key of ['index.html', 'landing/en.html', 'config.json', 'locales/en/common.json'])
      expect(put('web', key)?.CacheControl, key).toBe('no-cache');
    expect(put('widget', 'widget.js')?.CacheControl).toBe('public, max-age=300');
  });

  it('says what each file is', async () => {
    await publish(new S3Client({}), dist, DEPLOYED);
    expect(put('web', 'index.html')?.ContentType).toBe('text/html; charset=utf-8');
    expect(put('widget', 'widget.js')?.ContentType).toBe('text/javascript; charset=utf-8');
    expect(put('web', 'config.json')?.ContentType).toBe('application/json; charset=utf-8');
  });

  it('puts files that name others only when all others are there', async () => {
    const there = new Set<string>();
    s3.on(PutObjectCommand).callsFake(async ({ Key }: { Key: string }) => {
      if (['index.html', 'landing/en.html', 'config.json', 'widget.js'].includes(Key))
        for (const needed of ['assets/main-AbCd1234.js', 'w/app-ABCDEFGH.js', 'locales/en/common.json'])
          expect(there, `${needed} before ${Key}`).toContain(needed);
      else await new Promise((resolve) => setTimeout(resolve, 5));
      there.add(Key);
      return {};
    });
    await publish(new S3Client({}), dist, DEPLOYED);
    expect(there).toContain('index.html');
  });

  it('leaves alone what is there already, over as many pages as the bucket lists', async () => {
    const etag = (content: string) => `"${createHash('md5').update(content).digest('hex')}"`;
    s3.on(ListObjectsV2Command, { Bucket: 'web' }).resolves({
      Contents: [{ Key: 'index.html', ETag: etag(FILES['web/index.html']) }],
      NextContinuationToken: 'more',
    });
    s3.on(ListObjectsV2Command, { Bucket: 'web', ContinuationToken: 'more' }).resolves({
      Contents: [{ Key: 'locales/en/common.json', ETag: etag('something else') }],
    });
    await publish(new S3Client({}), dist, DEPLOYED);
    expect(put('web', 'index.html')).toBeUndefined();
    expect(put('web', 'locales/en/common.json')).toBeDefined();
  });

  it('deletes nothing: open tabs still ask for what is old', async () => {
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'assets/old-00000000.js', ETag: '"0"' }] });
    await publish(new S3Client({}), dist, DEPLOYED);
    const commands = new Set(s3.calls().map(({ args: [command] }) => command.constructor.name));
    expect([...commands].sort()).toEqual(['ListObjectsV2Command', 'PutObjectCommand']);
  });
});

describe('what a deployment says', () => {
  it('is refused when an output is missing, by its name', () => {
    expect(() => deployedStage('production', { Region: 'eu-central-1' })).toThrow(/WebBucket/);
  });
});
