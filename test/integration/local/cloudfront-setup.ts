import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Properties, Resource } from '#infra/local/assembly/model';
import { readWebAcl } from '#infra/local/runtime/web-acl';
import { createEdge } from '#infra/local/services/cloudfront/service';
import { createS3, type S3Service } from '#infra/local/services/s3/service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { api, type Hosted, resource, serveHosts } from './gateway-hosts';
import { ACCOUNT, REGION } from './through-gateway';

export const HOST = 'app.localhost';

export const HTTP_ID = 'httpapi123';

export const SOCKET_ID = 'socketapi1';

const DISTRIBUTION = 'E123';

// Managed policies, by the ids that AWS gave them.
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';

const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const ALL_VIEWER = '216adef6-5c7f-47e4-b989-5492eafa07d3';

const FIREWALL = resource('AWS::WAFv2::WebACL', {
  DefaultAction: { Allow: {} },
  Rules: [
    {
      Name: 'KnownBadInputs',
      Priority: 0,
      OverrideAction: { None: {} },
      Statement: {
        ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesKnownBadInputsRuleSet' },
      },
    },
  ],
});

export const PAGE = `<!doctype html>${'<p>hello</p>'.repeat(200)}`;

const edgeFunction = (name: string, code: string) =>
  resource(
    'AWS::CloudFront::Function',
    {
      Name: name,
      AutoPublish: true,
      FunctionCode: code,
      FunctionConfig: { Comment: '', Runtime: 'cloudfront-js-2.0' },
    },
    `arn:aws:cloudfront::${ACCOUNT}:function/${name}`,
  );

export const spa = edgeFunction(
  'spa',
  `function handler(event) {
    var request = event.request;
    request.headers['x-our-host'] = { value: request.headers.host.value };
    request.headers['x-our-address'] = { value: event.viewer.ip };
    if (request.uri === '/old') return { statusCode: 301, headers: { location: { value: '/new' } } };
    if (request.uri === '/throws') throw new Error('broken');
    if (request.uri === '/invalid') return { uri: 1 };
    if (!/^.(api.|socket$|$)|[.]/.test(request.uri)) {
      request.uri = '/index.html';
    }
    return request;
  }`,
);

export const mark = edgeFunction(
  'mark',
  `function handler(event) {
    event.response.headers['x-marked'] = { value: event.response.headers['x-frame-options'].value };
    return event.response;
  }`,
);

export const pages = resource('AWS::CloudFront::ResponseHeadersPolicy', {
  ResponseHeadersPolicyConfig: {
    Name: 'pages',
    SecurityHeadersConfig: {
      ContentSecurityPolicy: {
        ContentSecurityPolicy: "default-src 'self'; upgrade-insecure-requests; img-src data:",
        Override: true,
      },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 1, Override: true },
    },
    CustomHeadersConfig: {
      Items: [
        { Header: 'Cache-Control', Value: 'max-age=5', Override: false },
        { Header: 'X-Ours', Value: 'yes', Override: true },
      ],
    },
  },
});

export const shared = resource('AWS::CloudFront::ResponseHeadersPolicy', {
  ResponseHeadersPolicyConfig: {
    Name: 'shared',
    CorsConfig: {
      AccessControlAllowCredentials: false,
      AccessControlAllowHeaders: { Items: ['*'] },
      AccessControlAllowMethods: { Items: ['GET'] },
      AccessControlAllowOrigins: { Items: ['*'] },
      OriginOverride: true,
    },
    RemoveHeadersConfig: { Items: [{ Header: 'X-Api' }] },
  },
});

const viewerRequest = { FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: spa.id }] };

export const files = {
  ViewerProtocolPolicy: 'redirect-to-https',
  CachePolicyId: CACHING_OPTIMIZED,
  Compress: true,
};

const calls = {
  ViewerProtocolPolicy: 'redirect-to-https',
  CachePolicyId: CACHING_DISABLED,
  OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
  AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
};

export const bucketOrigin = (bucket: string) => ({
  Id: bucket,
  DomainName: `${bucket}.s3.${REGION}.amazonaws.com`,
  OriginAccessControlId: 'oac',
  S3OriginConfig: { OriginAccessIdentity: '' },
});

const apiOrigin = (id: string) => ({
  Id: id,
  DomainName: `${id}.execute-api.${REGION}.amazonaws.com`,
  OriginCustomHeaders: [{ HeaderName: 'X-Secret', HeaderValue: 'origin' }],
  CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
});

const grant = (bucket: string, actions: readonly string[], distribution = DISTRIBUTION) =>
  resource('AWS::S3::BucketPolicy', {
    Bucket: bucket,
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 's3:*',
          Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Action: actions,
          Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
          Condition: {
            StringEquals: { 'AWS:SourceArn': `arn:aws:cloudfront::${ACCOUNT}:distribution/${distribution}` },
          },
        },
      ],
    },
  });

export const distribution = (config: Properties = {}): Resource =>
  resource(
    'AWS::CloudFront::Distribution',
    {
      DistributionConfig: {
        Enabled: true,
        Aliases: ['localhost', HOST],
        DefaultRootObject: 'index.html',
        Origins: [...['web', 'shut', 'listed'].map(bucketOrigin), apiOrigin(HTTP_ID), apiOrigin(SOCKET_ID)],
        DefaultCacheBehavior: {
          TargetOriginId: 'web',
          ...files,
          FunctionAssociations: [
            ...viewerRequest.FunctionAssociations,
            { EventType: 'viewer-response', FunctionARN: mark.id },
          ],
          ResponseHeadersPolicyId: pages.id,
        },
        CacheBehaviors: [
          { PathPattern: '/api/*.txt', TargetOriginId: 'web', ...files },
          {
            PathPattern: '/api/shared',
            TargetOriginId: HTTP_ID,
            ...calls,
            ResponseHeadersPolicyId: shared.id,
          },
          { PathPattern: '/api/host', TargetOriginId: HTTP_ID, ...calls, OriginRequestPolicyId: ALL_VIEWER },
          { PathPattern: '/api/bare', TargetOriginId: HTTP_ID, ...calls, OriginRequestPolicyId: undefined },
          { PathPattern: '/api/*', TargetOriginId: HTTP_ID, ...calls, ...viewerRequest },
          { PathPattern: '/socket', TargetOriginId: SOCKET_ID, ...calls, ...viewerRequest },
          { PathPattern: 'shut/*', TargetOriginId: 'shut', ...files },
          { PathPattern: '/listed/?.txt', TargetOriginId: 'listed', ...files },
          { PathPattern: '/listed/*.json', TargetOriginId: 'listed or API', ...files },
        ],
        OriginGroups: {
          Items: [
            {
              Id: 'listed or API',
              FailoverCriteria: { StatusCodes: { Items: [403, 404], Quantity: 2 } },
              Members: { Items: [{ OriginId: 'listed' }, { OriginId: HTTP_ID }], Quantity: 2 },
            },
          ],
          Quantity: 1,
        },
        ...config,
      },
    },
    DISTRIBUTION,
  );

let folder: string;

export let hosted: Hosted;

export let connects: { readonly headers: Readonly<Record<string, string>> }[];

/** Registers what the tests of a file need. */
export function prepareCloudFront(): void {
  beforeAll(async () => {
    folder = temporaryFolder();
    connects = [];
    const resources = [
      ...api('HTTP', HTTP_ID, '$default', [{ key: 'ANY /api/{path+}', functionName: 'echo' }]),
      ...api('WEBSOCKET', SOCKET_ID, 'socket', [
        { key: '$connect', functionName: 'connect' },
        {
          key: '$default',
          functionName: 'reverse',
          properties: { RouteResponseSelectionExpression: '$default' },
        },
      ]),
      ...['web', 'shut', 'listed'].map((name) => resource('AWS::S3::Bucket', { BucketName: name }, name)),
      grant('web', ['s3:GetObject']),
      grant('listed', ['s3:GetObject', 's3:ListBucket']),
      grant('shut', ['s3:GetObject'], 'another'),
      spa,
      mark,
      pages,
      shared,
      distribution(),
    ];
    let s3: S3Service;
    hosted = await serveHosts({
      directory: folder,
      resources,
      functions: {
        echo: (event) => ({
          statusCode: 200,
          headers: {
            'content-type': 'application/json',
            'x-api': '1',
            'access-control-allow-origin': 'https://mine.example',
          },
          body: JSON.stringify(event),
        }),
        connect: (event) => {
          connects.push(event);
          return {
            statusCode: (event as { headers: Record<string, string> }).headers['X-Secret'] ? 200 : 403,
          };
        },
        reverse: ({ body }: { body: string }) => ({ statusCode: 200, body: [...body].reverse().join('') }),
      },
      services: (context) => {
        s3 = createS3(context, {
          buckets: resources.filter(({ type }) => type === 'AWS::S3::Bucket'),
          queues: { send: async () => {} },
        });
        return [s3];
      },
      edge: (context, apis) =>
        createEdge(context, { resources, s3, firewall: readWebAcl(FIREWALL), ...apis }),
    });
    const client = new S3Client({ ...hosted.client, forcePathStyle: true });
    const put = (Bucket: string, Key: string, Body: string, ContentType: string, CacheControl?: string) =>
      client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }));
    await put('web', 'index.html', PAGE, 'text/html; charset=utf-8');
    await put('web', 'small.js', 'let a;', 'text/javascript', 'max-age=9');
    await put('web', 'picture.png', 'p'.repeat(2_000), 'image/png');
    await put('web', 'api/notes.txt', 'notes', 'text/plain');
    await put('web', 'ä b.txt', 'umlaut', 'text/plain');
    await put('shut', 'shut/a.txt', 'secret', 'text/plain');
    await put('listed', 'listed/a.json', '{}', 'application/json');
    await put('listed', 'listed/a.txt', 'a', 'text/plain');
  });
  afterAll(() => hosted.stop());
}

export const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  hosted.send(HOST, path, { headers, method });

export interface Event {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
}

export const call = async (path: string, headers?: Readonly<Record<string, string>>, method?: string) => {
  const received = await get(path, headers, method);
  expect(received.status, received.text).toBe(200);
  return received.json() as Event;
};
