import type { FunctionError } from '../ports';

/** What an instance is started with. */
export interface InstanceData {
  /** URL of the module that holds the handler. */
  readonly module: string;
  readonly handler: string;
  /** Folder that keeps the compiled code of the function's instances, see load-bundle.ts. */
  readonly codeFolder?: string | undefined;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  /** Hosts whose https calls are served by the local gateway instead: `cognito-idp.eu-central-1.amazonaws.com`. */
  readonly redirectedHosts: readonly string[];
  /** Origin of the local gateway. */
  readonly endpoint: string;
  /** Milliseconds from the machine's time to the function's, as its module is loaded. */
  readonly clockOffset: number;
}

export interface InvokeMessage {
  readonly requestId: string;
  /** JSON, as on AWS: what a function gets is never shared with who sent it. */
  readonly event: string;
  readonly timeoutMs: number;
  /** Milliseconds from the machine's time to the function's. */
  readonly clockOffset: number;
}

export type InstanceMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'initFailed'; readonly error: FunctionError }
  | { readonly type: 'returned'; readonly requestId: string; readonly payload: string }
  | { readonly type: 'threw'; readonly requestId: string; readonly error: FunctionError }
  /** Outside of any invocation: nobody caught it. */
  | { readonly type: 'crashed'; readonly error: FunctionError };
