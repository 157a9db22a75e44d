import type { App } from 'aws-cdk-lib';
import { type STACKS, type StageParameters, stackName } from '../config/stage';
import { ApiStack } from './api';
import { AuthStack } from './auth';
import { DataStack } from './data';
import { EdgeStack } from './edge';
import { GlobalOpsStack } from './global-ops';
import { HttpStack } from './http';
import { IngestStack } from './ingest';
import { MailStack } from './mail';
import { OpsStack } from './ops';
import { WafStack } from './waf';

/** All stacks of one stage, and what each takes from the others. */
export class ParleyApp {
  readonly waf: WafStack;
  readonly data: DataStack;
  readonly mail: MailStack;
  readonly auth: AuthStack;
  readonly ingest: IngestStack;
  readonly api: ApiStack;
  readonly http: HttpStack;
  readonly edge: EdgeStack;
  readonly ops: OpsStack;
  readonly globalOps: GlobalOpsStack;

  constructor(app: App, stage: StageParameters) {
    const env = { account: stage.account, region: stage.region };
    const named = (name: (typeof STACKS)[number]) => stackName(stage, name);
    this.waf = new WafStack(app, named('waf'), { stage });
    this.data = new DataStack(app, named('data'), { env, stage });
    const { table, index, exports, vectors, logs, web, widget, originSecret, signingSecret, paymentsSecret } =
      this.data;
    this.mail = new MailStack(app, named('mail'), { env, stage });
    this.auth = new AuthStack(app, named('auth'), { env, stage, table, originSecret });
    this.auth.addStackDependency(this.mail);
    this.ingest = new IngestStack(app, named('ingest'), { env, stage, table, index, vectors, logs });
    this.api = new ApiStack(app, named('api'), {
      env,
      stage,
      table,
      index,
      exports,
      vectors,
      widget,
      originSecret,
      signingSecret,
      paymentsSecret,
      uploads: this.ingest.uploads,
      logs,
      ingestQueue: this.ingest.ingestQueue,
      deadlinesQueue: this.ingest.deadlinesQueue,
      sitesQueue: this.ingest.sitesQueue,
      indexJobsQueue: this.ingest.indexJobsQueue,
      workQueues: this.ingest.workQueues,
      userPool: this.auth.userPool,
      client: this.auth.client,
    });
    this.http = new HttpStack(app, named('http'), {
      env,
      stage,
      functions: this.api.areas,
      userPool: this.auth.userPool,
      client: this.auth.client,
    });
    this.edge = new EdgeStack(app, named('edge'), {
      env,
      stage,
      web,
      widget,
      logs,
      originSecret,
      webAclArn: this.waf.webAclArn,
      uploads: this.ingest.uploads,
      httpHost: this.http.host,
      socketHost: this.api.socketHost,
      userPoolId: this.auth.userPool.userPoolId,
      userPoolClientId: this.auth.client.userPoolClientId,
    });
    this.ops = new OpsStack(app, named('ops'), {
      env,
      stage,
      table,
      workQueues: [...this.ingest.workQueues, ...this.api.workQueues],
      functions: [...this.auth.functions, ...this.ingest.functions, ...this.api.functions],
      streamReaders: this.api.streamReaders,
      httpApi: this.http.api,
      socketApi: this.api.socketApi,
    });
    this.globalOps = new GlobalOpsStack(app, named('global-ops'), {
      stage,
      distribution: this.edge.distribution,
    });
  }
}
