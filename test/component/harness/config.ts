import type { AppConfig } from '#lib/config';

/** /config.json of a stage that no test ever calls. */
export const CONFIG: AppConfig = {
  stage: 'test',
  region: 'eu-central-1',
  userPoolId: 'eu-central-1_test',
  userPoolClientId: 'client',
  rootOrigin: 'http://parley.test',
  appOrigin: 'http://app.parley.test',
  socketUrl: 'wss://live.parley.test',
  operator: {
    company: 'Parley Test',
    street: 'Teststr. 1',
    city: '10115 Berlin',
    country: 'Germany',
    email: 'hello@parley.test',
    representative: 'Jo Example',
  },
  answerModels: [],
};
