import type { Resource } from '../assembly/model';
import type { Queues } from '../runtime/ports';
import type { LocalContext, LocalService, Principal } from '../service';

export interface S3Options {
  /** Resources of type AWS::S3::Bucket; notifications may name queues only. */
  readonly buckets: readonly Resource[];
  /** Where event notifications go. */
  readonly queues: Pick<Queues, 'send'>;
  /** Whether who calls may list a bucket: who may not is told 403, not 404, of a key that isn't there. Default: yes. */
  readonly mayList?: (principal: Principal, bucketArn: string) => boolean;
  /** Milliseconds since the epoch; tests move it. */
  readonly now?: () => number;
}

export interface S3Service extends LocalService {
  /** Resolves when every event notification of a finished call has been sent. */
  delivered(): Promise<void>;
}

/**
 * Buckets, addressed by path. Answers browsers too: preflights, presigned GET and PUT, and presigned POST forms,
 * whose caller is the signer of the form (`verifySignature` of runtime/sigv4 reads it like the other kinds).
 */
export declare function createS3(context: LocalContext, options: S3Options): S3Service;
