import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { deployedStage } from '#infra/config/outputs';
import type { LocalCloud } from '#infra/local/start';
import { publish } from '#infra/publish';

/** Puts the static files into the local buckets, as a deployment puts them into a stage's. */
export async function publishLocally(root: string, cloud: LocalCloud): Promise<void> {
  const edge = cloud.assembly.stacks.find(({ name }) => name.endsWith('-edge'));
  if (!edge) throw new Error('The assembly has no edge stack.');
  const s3 = new S3Client({
    endpoint: cloud.addresses.aws,
    region: cloud.assembly.region,
    credentials: cloud.operator,
    forcePathStyle: true,
  });
  try {
    await publish(s3, path.join(root, 'dist'), {
      ...deployedStage('local', edge.outputs),
      userPoolEndpoint: cloud.addresses.aws,
    });
  } finally {
    s3.destroy();
  }
}
