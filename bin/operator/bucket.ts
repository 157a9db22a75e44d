import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';

/** Name of a stage's bucket, by its stack and its construct: `ingest-uploads`. */
export async function bucketOf(stage: string, name: string): Promise<string> {
  const { Buckets = [] } = await new S3Client({ forcePathStyle: true }).send(new ListBucketsCommand({}));
  const found = Buckets.find(({ Name = '' }) => Name.startsWith(`parley-${stage}-${name}`));
  if (!found?.Name)
    throw new Error(`Stage ${stage} has no bucket ${name}: it is not deployed, or this is another account.`);
  return found.Name;
}
