import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { ManagedPolicy, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { accessLog } from './access-log';
import type { ParleyFunction } from './parley-function';
import { allow } from './statements';

const PUSH_TO_LOGS = 'arn:aws:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs';

/** The WebSocket API, whose stage is named `socket`: the path at the edge, so that nothing has to be rewritten. */
export class SocketApi extends Construct {
  /** Where CloudFront finds it. */
  readonly host: string;
  /** Where functions send to its sockets. */
  readonly endpoint: string;
  /** Sending to its sockets, and closing them. */
  readonly mayManageConnections: PolicyStatement;
  readonly api: WebSocketApi;

  constructor(scope: Construct, id: string, { stage }: { readonly stage: StageParameters }) {
    super(scope, id);
    this.api = new WebSocketApi(this, 'Api', { routeSelectionExpression: '$request.body.action' });
    const socket = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName: 'socket',
      autoDeploy: true,
      throttle: { rateLimit: 500, burstLimit: 1000 },
      accessLogSettings: accessLog(this, stage, 'socket'),
    });
    socket.node.addDependency(this.letApiGatewayLog());

    const { region, account } = stage;
    this.host = `${this.api.apiId}.execute-api.${region}.amazonaws.com`;
    this.endpoint = `https://${this.host}/${socket.stageName}`;
    const connections = `arn:aws:execute-api:${region}:${account}:${this.api.apiId}/${socket.stageName}`;
    this.mayManageConnections = allow(
      ['execute-api:ManageConnections'],
      ['POST', 'DELETE'].map((method) => `${connections}/${method}/@connections/*`),
    );
    Validations.of(this.api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'A socket is opened by the $connect function alone: with the secret that CloudFront adds, and a ticket that a signed-in caller or a visitor was given, good for 60 seconds and once. The other routes are reached over such a socket only.',
    });
  }

  route(key: '$connect' | '$disconnect' | '$default', target: ParleyFunction): void {
    this.api.addRoute(key, {
      integration: new WebSocketLambdaIntegration(`${target.node.id}Route`, target.target),
    });
  }

  /**
   * API Gateway writes the access log of a WebSocket API by a role of the whole account and region; without one
   * it refuses the stage. Kept when the stack goes, since other APIs of the account may use it by then.
   */
  private letApiGatewayLog(): CfnAccount {
    const role = new Role(this, 'LogRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'API Gateway writes access logs',
      managedPolicies: [ManagedPolicy.fromManagedPolicyArn(this, 'PushToLogs', PUSH_TO_LOGS)],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::${PUSH_TO_LOGS}]`,
      reason:
        "API Gateway takes no role for its logs that has less than this policy. It is API Gateway's alone: nothing of ours can assume it.",
    });
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}
