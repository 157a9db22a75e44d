import { beforeAll } from 'vitest';
import { stageSecrets } from '../helpers/stage-secrets';

// Each function of a stage may read its secrets, and so may a test.
beforeAll(() => stageSecrets());
