import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { LocalCloud } from '../../infra/local/start';
import { publish } from '../../infra/publish';

/** Publishes what is built as a deployment does, into the local buckets; gives how many files were new. */
export async function publishLocally(root: string, cloud: LocalCloud): Promise<number> {
  const outputs: Record<string, string> = Object.assign(
    {},
    ...cloud.assembly.stacks.map((stack) => stack.outputs),
  );
  const output = (name: string): string => {
    const value = outputs[name];
    if (value === undefined) throw new Error(`no stack has the output ${name}`);
    return value;
  };
  const region = output('Region');
  const s3 = new S3Client({ endpoint: cloud.addresses.aws, region, credentials: cloud.operator });
  try {
    return await publish(s3, path.join(root, 'dist'), {
      stage: 'local',
      region,
      rootOrigin: output('RootOrigin'),
      appOrigin: output('AppOrigin'),
      socketUrl: output('SocketUrl'),
      userPoolId: output('UserPoolId'),
      userPoolClientId: output('UserPoolClientId'),
      userPoolEndpoint: cloud.addresses.aws,
      webBucket: output('WebBucket'),
      widgetBucket: output('WidgetBucket'),
    });
  } finally {
    s3.destroy();
  }
}
