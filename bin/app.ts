import { App, Tags } from 'aws-cdk-lib';
import { readStage } from '#infra/config/stage';
import { ParleyApp } from '#infra/stacks/parley-app';

async function main(): Promise<void> {
  // Nothing reads either.
  const app = new App({ analyticsReporting: false, treeMetadata: false });
  const stage = readStage(app.node);
  new ParleyApp(app, stage);
  Tags.of(app).add('parley:stage', stage.stage);
  const commit: unknown = app.node.tryGetContext('commit');
  if (typeof commit === 'string') Tags.of(app).add('parley:commit', commit);
  // The local cloud synthesizes at each start; the templates it would judge are judged by `npm run synth` and tests.
  if (process.env.CDK_VALIDATION !== 'false') {
    const { addChecks } = await import('#infra/checks/add-checks');
    addChecks(app);
  }
  app.synth();
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
