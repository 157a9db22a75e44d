import { describe, expect, it } from 'vitest';
import { parseConfig } from '#lib/config';
import { appUrl, hostMode, rootUrl } from '#lib/hosts';

const origins = { rootOrigin: 'https://parley.example', appOrigin: 'https://app.parley.example' };

describe('host mode', () => {
  it('tells the public site, the application and strangers apart', () => {
    expect(hostMode('https://parley.example', origins)).toBe('root');
    expect(hostMode('https://app.parley.example', origins)).toBe('app');
    expect(hostMode('https://parley.example.evil.example', origins)).toBe('unknown');
  });

  it('takes scheme and port as part of the host', () => {
    expect(hostMode('http://parley.example', origins)).toBe('unknown');
    expect(hostMode('https://parley.example:8443', origins)).toBe('unknown');
  });

  it('addresses a page of either with its query and fragment', () => {
    expect(appUrl('/auth/confirm?a=1#code=2', origins)).toBe(
      'https://app.parley.example/auth/confirm?a=1#code=2',
    );
    expect(rootUrl('/about', origins)).toBe('https://parley.example/about');
  });

  it.each(['//evil.example/a', '/\\evil.example/a', '/\t/evil.example', '.evil.example', '@evil.example'])(
    'stays on the host that is meant: %j',
    (path) => {
      expect(new URL(rootUrl(path, origins)).origin).toBe(origins.rootOrigin);
      expect(new URL(appUrl(path, origins)).origin).toBe(origins.appOrigin);
    },
  );
});

describe('configuration', () => {
  const complete = {
    stage: 'local',
    region: 'eu-central-1',
    userPoolId: 'eu-central-1_abc',
    userPoolClientId: 'client',
    ...origins,
    socketUrl: 'wss://app.parley.example/socket',
    operator: {
      company: 'Example GmbH',
      street: 'Musterstraße 1',
      city: '50667 Köln',
      country: 'Deutschland',
      email: 'contact@parley.example',
      vatId: 'DE000000000',
      representative: 'Erika Mustermann',
    },
  };

  it('has the models that can be told apart and named', () => {
    const model = { id: 'eu.amazon.nova-lite-v1:0', name: 'Amazon Nova Lite' };
    expect(parseConfig({ ...complete, answerModels: [model, { id: 'x' }, null] }).answerModels).toEqual([
      model,
    ]);
  });

  it('has an endpoint of the user pool only where one is set', () => {
    expect(parseConfig(complete)).toEqual({ ...complete, answerModels: [] });
    expect(parseConfig({ ...complete, userPoolEndpoint: 'http://127.0.0.1:4000' })).toMatchObject({
      userPoolEndpoint: 'http://127.0.0.1:4000',
    });
  });

  it.each(Object.keys(complete))('names what is missing: %s', (name) => {
    expect(() => parseConfig({ ...complete, [name]: undefined })).toThrow(name);
  });

  it('refuses what is no configuration', () => {
    expect(() => parseConfig(null)).toThrow();
  });
});
