import { Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { type Area, ROUTES } from '#contract/routes';
import type { StageParameters } from '../config/stage';
import type { ParleyFunction } from '../constructs/parley-function';
import { RoutedApi } from '../constructs/routed-api';

export interface HttpStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly functions: Readonly<Record<Area, ParleyFunction>>;
  readonly userPool: IUserPool;
  readonly client: IUserPoolClient;
}

/**
 * The HTTP API: a resource for each route of the contract. Together with the functions behind them these are more than
 * the 500 resources that CloudFormation lets a stack have.
 */
export class HttpStack extends Stack {
  readonly api: HttpApi;
  /** Where CloudFront finds it. */
  readonly host: string;

  constructor(
    scope: Construct,
    id: string,
    { stage, functions, userPool, client, ...props }: HttpStackProps,
  ) {
    super(scope, id, props);
    const { api, host } = new RoutedApi(this, 'Http', {
      stage,
      routes: Object.values(ROUTES),
      functions,
      userPoolId: userPool.userPoolId,
      userPoolClientId: client.userPoolClientId,
    });
    this.api = api;
    this.host = host;
  }
}
