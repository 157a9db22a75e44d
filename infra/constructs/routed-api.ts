import { Duration, Validations } from 'aws-cdk-lib';
import {
  type CfnStage,
  CorsHttpMethod,
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { accessLog } from './access-log';
import { type ApiRoute, groupRoutes } from './grouped-routes';
import type { ParleyFunction } from './parley-function';

export interface RoutedApiProps<AREA extends string> {
  readonly stage: StageParameters;
  readonly routes: readonly ApiRoute<AREA>[];
  readonly functions: Readonly<Record<AREA, ParleyFunction>>;
  readonly userPoolId: string;
  readonly userPoolClientId: string;
}

/**
 * Calls a second of one route and in a burst, over all callers: what the edge lets through is bounded again. No tenant
 * may use a quarter of it up (`functions/core/accounts/limits/tenant-calls.ts`).
 */
export const THROTTLE = { rateLimit: 400, burstLimit: 800 };
/** Of a route that strangers call. */
export const OPEN_THROTTLE = THROTTLE;
/** Of the beacon, which every page view of every customer's website calls. */
const BEACON_THROTTLE = { rateLimit: 2_000, burstLimit: 4_000 };

/** Why a route lets callers in whom no authorizer knows. */
const OPEN_ROUTES = {
  visitor:
    "Visitors of customers' websites have no account. The function verifies the token of their conversation, which no authorizer of API Gateway could; past the edge it answers nobody.",
  key: 'API keys may call it, which are no tokens that the authorizer of Cognito knows. The function verifies key or access token itself, and refuses what came past the edge.',
  anyone:
    'Open by intent: health, the API document, the votes of the roadmap, what anybody may send us (feedback, messages, error reports), and the session with which a visitor begins. It says nothing of a tenant but what their website shows, is throttled here and limited by address in the function and at the firewall.',
} as const;

/** The HTTP API: the contract's routes, each behind the function of its area. */
export class RoutedApi<AREA extends string> extends Construct {
  readonly api: HttpApi;
  /** Where CloudFront finds it. */
  readonly host: string;

  constructor(scope: Construct, id: string, { stage, routes, functions, ...props }: RoutedApiProps<AREA>) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', {
      createDefaultStage: false,
      corsPreflight: {
        // Widgets call from any site. No cookie is ever used, so no credentials; which site a bot may run on
        // is decided in code. What stands here overrides what a function says.
        allowOrigins: ['*'],
        allowMethods: [CorsHttpMethod.GET, CorsHttpMethod.POST, CorsHttpMethod.PATCH, CorsHttpMethod.DELETE],
        allowHeaders: ['authorization', 'content-type', 'x-parley-account', 'x-parley-client'],
        // Widgets read when they may try again.
        exposeHeaders: ['retry-after'],
        maxAge: Duration.hours(2),
      },
    });
    this.host = `${this.api.apiId}.execute-api.${stage.region}.amazonaws.com`;

    const users = new HttpJwtAuthorizer(
      'Users',
      `https://cognito-idp.${stage.region}.amazonaws.com/${props.userPoolId}`,
      { jwtAudience: [props.userPoolClientId] },
    );
    const integrations = new Map(
      (Object.keys(functions) as AREA[]).map((area) => [
        area,
        new HttpLambdaIntegration(area, functions[area].target, {
          // One permission for the API: one a route would fill the 20 kB that a function's policy may have.
          scopePermissionToRoute: false,
        }),
      ]),
    );
    const added = groupRoutes(routes).flatMap(({ area, method, path, caller, keyScope }) => {
      const integration = integrations.get(area);
      if (!integration) throw new Error(`${method} ${path}: the area ${area} has no function.`);
      const opening = caller !== 'user' ? caller : keyScope === undefined ? null : 'key';
      const made = this.api.addRoutes({
        path,
        methods: [HttpMethod[method]],
        integration,
        authorizer: opening === null ? users : new HttpNoneAuthorizer(),
      });
      if (opening !== null) {
        for (const route of made)
          Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason: OPEN_ROUTES[opening] });
      }
      return made;
    });

    const live = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: THROTTLE,
      accessLogSettings: accessLog(this, stage, 'http'),
    });
    (live.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      routes
        .filter(({ caller }) => caller !== 'user')
        .map(({ area, method, path }) => {
          const { rateLimit, burstLimit } = area === 'beacon' ? BEACON_THROTTLE : OPEN_THROTTLE;
          return [`${method} ${path}`, { ThrottlingRateLimit: rateLimit, ThrottlingBurstLimit: burstLimit }];
        }),
    );
    // The settings name routes, which must be there before.
    live.node.addDependency(...added);
  }
}
