import type { LocalContext, LocalService } from '../service';
import type { ModelFault } from './bedrock/faults';

export interface BedrockOptions {
  /** In force from the start. */
  readonly faults?: readonly ModelFault[];
}

export interface BedrockService extends LocalService {
  /** Puts a fault in force; the result ends it. */
  inject(fault: ModelFault): () => void;
}

/** Models: embeddings by feature hashing, answers by the product's own extractive code. */
export declare function createBedrock(context: LocalContext, options?: BedrockOptions): BedrockService;
