import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CfnOutput, Duration, ReferenceStrength, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, OriginGroup, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct, Node } from 'constructs';
import * as z from 'zod';
import { asciiJson, operatorOutput } from '../config/operator';
import { answerModels, appOrigin, rootOrigin, type StageParameters, socketUrl } from '../config/stage';

export interface EdgeStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly web: Bucket;
  readonly widget: Bucket;
  readonly uploads: Bucket;
  readonly logs: Bucket;
  readonly httpHost: string;
  readonly socketHost: string;
  readonly originSecret: ISecret;
  readonly webAclArn: string;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
}

/** The one distribution: both hosts, static files, the APIs, and the widget. */
export class EdgeStack extends Stack {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, { stage, ...props }: EdgeStackProps) {
    super(scope, id, props);
    const before = {
      function: this.edgeFunction('ViewerRequest', 'viewer-request.js', stage),
      eventType: FunctionEventType.VIEWER_REQUEST,
    };
    const plain = {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: true,
    } satisfies Partial<BehaviorOptions>;
    const common = { ...plain, functionAssociations: [before] };
    const hardened = {
      contentTypeOptions: { override: true },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        // Not for preloading: that is for ever, and for all that the operator has under the domain.
        includeSubdomains: true,
        preload: false,
        override: true,
      },
      referrerPolicy: {
        referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN,
        override: true,
      },
    };
    const pages = new ResponseHeadersPolicy(this, 'PageHeaders', {
      securityHeadersBehavior: {
        ...hardened,
        contentSecurityPolicy: {
          contentSecurityPolicy: pagePolicy(stage, props.uploads, inlineCode(this.node)),
          override: true,
        },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Permissions-Policy', value: 'camera=(), geolocation=(), microphone=()', override: true },
          { header: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups', override: true },
        ],
      },
    });
    // Loaded by strangers' pages, some of which demand that what they load says so.
    const embeds = new ResponseHeadersPolicy(this, 'EmbedHeaders', {
      securityHeadersBehavior: hardened,
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowOrigins: ['*'],
        accessControlAllowHeaders: ['*'],
        accessControlAllowMethods: ['GET', 'HEAD'],
        originOverride: true,
      },
      customHeadersBehavior: {
        customHeaders: [{ header: 'Cross-Origin-Resource-Policy', value: 'cross-origin', override: true }],
      },
    });
    const calls = new ResponseHeadersPolicy(this, 'CallHeaders', { securityHeadersBehavior: hardened });

    // What a file may be kept for is said by its own header; the edge keeps to it.
    const files = CachePolicy.CACHING_OPTIMIZED;
    const web: IOrigin = this.privateOrigin('Web', props.web);
    const widget: IOrigin = this.privateOrigin('Widget', props.widget);
    const api = (host: string) =>
      new HttpOrigin(host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
        customHeaders: { 'x-parley-origin-secret': props.originSecret.secretValue.unsafeUnwrap() },
      });
    const http = api(props.httpHost);
    // What is not there, such as a bot that is not published, S3 would answer with XML that names its key. The API has
    // no route of that name and says so in a line of JSON: 404 in both.
    const embedded = new OriginGroup({
      primaryOrigin: widget,
      fallbackOrigin: http,
      fallbackStatusCodes: [403, 404],
    });
    const uncached = {
      ...common,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // A forwarded Host would name a host that API Gateway doesn't know, and be answered 403.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    } satisfies Partial<BehaviorOptions>;

    const page = { ...common, origin: web, cachePolicy: files, responseHeadersPolicy: pages };
    // Most requests of a visit, each for a file by its own name: a function would only cost, by the call.
    const file = { ...plain, origin: web, cachePolicy: files, responseHeadersPolicy: pages };
    const embed = { ...common, origin: embedded, cachePolicy: files, responseHeadersPolicy: embeds };
    const varying = {
      function: this.edgeFunction('VaryByLanguage', 'vary-by-language.js', stage),
      eventType: FunctionEventType.VIEWER_RESPONSE,
    };

    const forSites = {
      function: this.edgeFunction('AllowedSites', 'allowed-sites.js', stage),
      eventType: FunctionEventType.VIEWER_RESPONSE,
    };

    this.distribution = new Distribution(this, 'Distribution', {
      domainNames: [stage.rootDomain, stage.appDomain],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', stage.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PRICE_CLASSES[stage.priceClass],
      // The firewall lies in another region. CloudFormation reads its ARN from that stack's output itself
      // (Fn::GetStackOutput); a strong reference would be carried by two custom resources.
      webAclId: Stack.consumeReference(props.webAclArn, ReferenceStrength.WEAK),
      logBucket: props.logs,
      logFilePrefix: 'cloudfront/',
      defaultBehavior: page,
      additionalBehaviors: {
        '/': { ...page, functionAssociations: [before, varying] },
        '/assets/*': file,
        '/locales/*': file,
        '/api/*': { ...uncached, origin: http, responseHeadersPolicy: calls },
        '/socket': { ...uncached, origin: api(props.socketHost) },
        '/widget.js': embed,
        '/w/*.json': { ...embed, functionAssociations: [before, forSites] },
        '/w/*': embed,
      },
    });

    Validations.of(this.distribution).acknowledge({
      id: 'Annotation::@aws-cdk/aws-cloudfront-origins:updateImportedBucketPolicyOac',
      reason: "The buckets' policies stand in the data stack, where they let our distributions read.",
    });
    Validations.of(this.distribution).acknowledge({
      id: 'AwsSolutions-CFR1',
      reason:
        "Customers' visitors may be anywhere: a website that is open to the world has its widget there.",
    });
    if (!stage.rootDomain.includes('.')) {
      Validations.of(this.distribution).acknowledge({
        id: 'CloudFormation-Validate::E3013',
        reason:
          'A host without a dot is localhost: the stage that runs on a laptop, which is never deployed.',
      });
    }
    if (stage.hostedZone) this.nameDomains(stage, stage.hostedZone);

    const outputs = {
      Region: stage.region,
      RootOrigin: rootOrigin(stage),
      AppOrigin: appOrigin(stage),
      SocketUrl: socketUrl(stage),
      UserPoolId: props.userPoolId,
      UserPoolClientId: props.userPoolClientId,
      WebBucket: props.web.bucketName,
      WidgetBucket: props.widget.bucketName,
      Operator: operatorOutput(stage.operator),
      AnswerModels: asciiJson(answerModels(stage)),
      DistributionDomain: this.distribution.distributionDomainName,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }

  /** A file of constructs/ as a function at the edge, which is told the host of the public site. */
  private edgeFunction(id: string, file: string, stage: StageParameters): EdgeFunction {
    const code = readFileSync(new URL(`../constructs/${file}`, import.meta.url), 'utf8');
    return new EdgeFunction(this, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(code.replace('{{ROOT_HOST}}', stage.rootDomain)),
    });
  }

  private nameDomains(stage: StageParameters, { id, name }: { id: string; name: string }): void {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name });
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution));
    for (const [host, domain] of Object.entries({ Root: stage.rootDomain, App: stage.appDomain })) {
      const record = { zone, target, recordName: `${domain}.` };
      new ARecord(this, `${host}4`, record);
      new AaaaRecord(this, `${host}6`, record);
    }
  }

  /** A bucket behind an origin access control. That CloudFront may read it is said where the bucket is. */
  private privateOrigin(name: string, source: Bucket): IOrigin {
    // Imported, since CDK would write the bucket's policy itself and tie the two stacks into a circle.
    const imported = Bucket.fromBucketAttributes(this, `${name}Source`, {
      bucketArn: source.bucketArn,
      bucketRegionalDomainName: source.bucketRegionalDomainName,
    });
    return S3BucketOrigin.withOriginAccessControl(imported);
  }
}

const PRICE_CLASSES = {
  PriceClass_100: PriceClass.PRICE_CLASS_100,
  PriceClass_200: PriceClass.PRICE_CLASS_200,
  PriceClass_All: PriceClass.PRICE_CLASS_ALL,
} as const satisfies Record<StageParameters['priceClass'], PriceClass>;

const Sources = z.array(z.string().regex(/^'sha256-[\w+/]+=*'$/));
const InlineCode = z.object({ scripts: Sources, styles: Sources });
type InlineCode = z.infer<typeof InlineCode>;

/**
 * The code that the landing page carries in itself, by its hashes: of the built page, and of the one that is live
 * as `bin/deploy.ts` finds it, since this policy is there minutes before the new page. Tests give a folder.
 */
function inlineCode(node: Node): InlineCode {
  const site = node.tryGetContext('site') ?? fileURLToPath(new URL('../../dist/site', import.meta.url));
  const file = path.join(site, '.inline-code.json');
  if (!existsSync(file)) throw new Error('There is no landing page: run "npm run build" first.');
  const built = InlineCode.parse(JSON.parse(readFileSync(file, 'utf8')));
  const live = InlineCode.parse(
    JSON.parse(node.tryGetContext('liveInlineCode') ?? '{"scripts":[],"styles":[]}'),
  );
  return {
    scripts: [...new Set([...built.scripts, ...live.scripts])],
    styles: [...new Set([...built.styles, ...live.styles])],
  };
}

/** What our pages may load and call. */
function pagePolicy(stage: StageParameters, uploads: Bucket, inline: InlineCode): string {
  const uploadHost = `https://${uploads.bucketRegionalDomainName}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    // Enough for Amplify's components: React sets styles through the object model, which a policy doesn't hinder.
    ["style-src 'self'", ...inline.styles].join(' '),
    // From anywhere by TLS: a bot's avatar may be an address of its owner's own site.
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    `connect-src 'self' https://cognito-idp.${stage.region}.amazonaws.com ${uploadHost} ${socketUrl(stage)} ${appOrigin(stage)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}
