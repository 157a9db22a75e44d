import { App, Tags } from 'aws-cdk-lib';
import { readStage } from '../infra/config/stage';
import { ParleyApp } from '../infra/stacks/parley-app';

const app = new App();
const stage = readStage(app.node);
new ParleyApp(app, stage);
Tags.of(app).add('parley:stage', stage.stage);
app.synth();
