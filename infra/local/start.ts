import type { Assembly } from './assembly/model';
import type { Outcome } from './runtime/ports';

export interface LocalCloudOptions {
  /** Folder of the synthesized assembly, cdk.out. */
  readonly assembly: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Folder where everything is kept; made when missing. */
  readonly state: string;
  /** Takes one line; default: nowhere. */
  readonly log?: (line: string) => void;
}

export interface LocalCloud {
  readonly port: number;
  /** Origins as a browser opens them, e.g. app: http://app.localhost:4000. */
  readonly addresses: {
    readonly root: string;
    readonly app: string;
    readonly mail: string;
    readonly customer: string;
    /** Endpoint of every AWS API: http://127.0.0.1:4000. */
    readonly aws: string;
  };
  readonly assembly: Assembly;
  /** Signs for the operator, who may do all: `new S3Client({ endpoint: addresses.aws, region, credentials })`. */
  readonly operator: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly functions: LocalFunctions;
  /** Resolves when no event waits or is in work (queues but dead letters, streams, asynchronous invocations). */
  drained(): Promise<void>;
  /** Finishes what is under way and closes; safe to call twice. */
  stop(): Promise<void>;
}

/** Functions by bundle name (`http-bots`), physical name or ARN. */
export interface LocalFunctions {
  invoke(name: string, event: unknown): Promise<Outcome>;
  /** Kills the instances of a function in the middle of what they do; gives how many were at work. */
  kill(name: string): Promise<number>;
  /** Invocations under way. */
  active(name: string): number;
  /** New instances load the bundle afresh; those at work finish first. Without a name: all functions. */
  reload(name?: string): void;
}
export declare function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud>;
