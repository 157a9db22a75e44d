import { afterAll } from 'vitest';
import { closeWindows } from '../helpers/browser';

// The worker's browser goes on; what a file opened in it does not.
afterAll(closeWindows);
