import { expect, it } from 'vitest';
import { ROUTES, type Route } from '#contract/routes';
import { ParleyError } from '#platform/errors';
import { parseParameters } from '#platform/http-input';

it.each(Object.entries<Route>(ROUTES))(
  'reads the parameters of %s, and refuses none of them with a defect',
  (_, { path }) => {
    try {
      parseParameters(path, {});
    } catch (error) {
      expect(error).toBeInstanceOf(ParleyError);
    }
  },
);
