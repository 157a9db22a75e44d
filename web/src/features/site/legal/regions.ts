/** Where AWS's European regions are; readers of a privacy policy know cities, not codes. */
const CITIES: Readonly<Record<string, string>> = {
  'eu-central-1': 'Frankfurt am Main',
  'eu-central-2': 'Zürich',
  'eu-north-1': 'Stockholm',
  'eu-south-1': 'Milano',
  'eu-south-2': 'Zaragoza',
  'eu-west-1': 'Dublin',
  'eu-west-2': 'London',
  'eu-west-3': 'Paris',
};

export function regionName(region: string): string {
  const city = CITIES[region];
  return city ? `${city} (${region})` : region;
}
