import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { ROUTES, type Route } from '#contract/routes';
import type { Resource } from '#infra/local/assembly/model';
import { synthesized } from './synthesized';

const CONTRACT: readonly Route[] = Object.values(ROUTES);

const synth = await synthesized();

const apiOf = (protocol: string) =>
  synth.assembly
    .ofType('AWS::ApiGatewayV2::Api')
    .find(({ properties }) => properties.ProtocolType === protocol);
const ofApi = (type: string, protocol: string): readonly Resource[] =>
  synth.assembly
    .ofType(`AWS::ApiGatewayV2::${type}`)
    .filter(({ properties: { ApiId } }) => ApiId === apiOf(protocol)?.id);
/** Name of the bundle behind a route. */
const bundleBehind = (route: Resource) => {
  const integration = synth.assembly.find(
    'AWS::ApiGatewayV2::Integration',
    String(route.properties.Target).replace('integrations/', ''),
  );
  const arn = /arn:aws:lambda:[^/]+/.exec(String(integration?.properties.IntegrationUri))?.[0] ?? '';
  return synth.environment(synth.lambda(arn)).POWERTOOLS_SERVICE_NAME;
};

describe('the log of calls', () => {
  it.each(['HTTP', 'WEBSOCKET'])(
    'of the %s API has route, end and time, and nobody’s address',
    (protocol) => {
      const [live] = ofApi('Stage', protocol);
      const format = String((live?.properties.AccessLogSettings as { Format?: string } | undefined)?.Format);
      expect(Object.keys(JSON.parse(format))).toEqual(
        expect.arrayContaining(['requestId', 'route', 'status', 'integrationMs', 'integrationError']),
      );
      expect(format).not.toMatch(/identity|sourceIp|authorizer/);
    },
  );
});

describe('the HTTP API', () => {
  it("has the contract's routes and no other, each behind the function of its area", () => {
    const routes = ofApi('Route', 'HTTP').map(
      (route) => `${route.properties.RouteKey} → ${bundleBehind(route)}`,
    );
    expect([...routes].sort()).toEqual(
      CONTRACT.map(({ method, path, area }) => `${method} ${path} → http-${area}`).sort(),
    );
  });

  it('asks for the token of a signed-in user exactly where the contract does', () => {
    const guarded = ofApi('Route', 'HTTP').filter(({ properties }) => properties.AuthorizationType === 'JWT');
    expect(guarded.map(({ properties }) => String(properties.RouteKey)).sort()).toEqual(
      CONTRACT.filter(({ caller, keyScope }) => caller === 'user' && keyScope === undefined)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    const [authorizer, ...others] = ofApi('Authorizer', 'HTTP');
    expect(others).toEqual([]);
    for (const { properties } of guarded) expect(properties.AuthorizerId).toBe(authorizer?.id);
    const [pool] = synth.assembly.ofType('AWS::Cognito::UserPool');
    const [client] = synth.assembly.ofType('AWS::Cognito::UserPoolClient');
    expect(authorizer?.properties).toMatchObject({
      AuthorizerType: 'JWT',
      IdentitySource: ['$request.header.Authorization'],
      JwtConfiguration: {
        Issuer: `https://cognito-idp.eu-central-1.amazonaws.com/${pool?.id}`,
        Audience: [client?.id],
      },
    });
  });

  it('may be called from any site, without credentials, with the headers of the contract', () => {
    synth.template('http').hasResourceProperties('AWS::ApiGatewayV2::Api', {
      ProtocolType: 'HTTP',
      CorsConfiguration: {
        AllowOrigins: ['*'],
        AllowCredentials: Match.absent(),
        ExposeHeaders: ['retry-after'],
        AllowHeaders: ['authorization', 'content-type', 'x-parley-account', 'x-parley-client'],
        AllowMethods: ['GET', 'POST', 'PATCH', 'DELETE'],
        MaxAge: 7200,
      },
    });
  });

  it('limits every route, and names those of strangers, whose limit may then differ', () => {
    const [stage, ...others] = ofApi('Stage', 'HTTP');
    expect(others).toEqual([]);
    expect(stage?.properties).toMatchObject({
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: 400, ThrottlingBurstLimit: 800 },
    });
    const open = CONTRACT.filter(({ caller }) => caller !== 'user').map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(open.length).toBeGreaterThan(0);
    expect(stage?.properties.RouteSettings).toEqual(
      Object.fromEntries(
        open.map((key) => [
          key,
          // Every page view of every customer's website calls it.
          key.endsWith('/beacon')
            ? { ThrottlingRateLimit: 2_000, ThrottlingBurstLimit: 4_000 }
            : { ThrottlingRateLimit: 400, ThrottlingBurstLimit: 800 },
        ]),
      ),
    );
  });

  it('waits with its stage for the routes that the limits name', () => {
    const template = synth.template('http');
    const [[, stage] = ['', {}]] = Object.entries(
      template.findResources('AWS::ApiGatewayV2::Stage', { Properties: { StageName: '$default' } }),
    );
    const routes = Object.entries(template.findResources('AWS::ApiGatewayV2::Route'))
      .filter(([, { Properties }]) => String(Properties.RouteKey).includes(' /'))
      .map(([id]) => id);
    expect((stage as { DependsOn: string[] }).DependsOn).toEqual(expect.arrayContaining(routes));
  });

  it('lets one permission for each function stand for all of its routes', () => {
    const fromHttp = synth.assembly
      .ofType('AWS::Lambda::Permission')
      .filter(({ properties: { SourceArn } }) => String(SourceArn).includes(`:${apiOf('HTTP')?.id}/`));
    expect(fromHttp).toHaveLength(new Set(CONTRACT.map(({ area }) => area)).size);
  });
});

describe('the WebSocket API', () => {
  it('has its stage named as its path at the edge, so that nothing is rewritten', () => {
    expect(ofApi('Stage', 'WEBSOCKET').map(({ properties }) => properties.StageName)).toEqual(['socket']);
  });

  it('lets in, stores and lets go by three functions', () => {
    expect(
      Object.fromEntries(
        ofApi('Route', 'WEBSOCKET').map((route) => [route.properties.RouteKey, bundleBehind(route)]),
      ),
    ).toEqual({ $connect: 'socket-connect', $default: 'socket-message', $disconnect: 'socket-disconnect' });
  });

  it('is limited', () => {
    synth.template('api').hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: 'socket',
      DefaultRouteSettings: Match.objectLike({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 }),
    });
  });

  it('has the role that its log takes before it has its stage', () => {
    synth.template('api').hasResource('AWS::ApiGatewayV2::Stage', {
      Properties: Match.objectLike({ StageName: 'socket', AccessLogSettings: Match.anyValue() }),
      DependsOn: Match.arrayWith([Match.stringLikeRegexp('^SocketsAccount')]),
    });
    synth.template('api').hasResource('AWS::ApiGateway::Account', { DeletionPolicy: 'Retain' });
  });
});
