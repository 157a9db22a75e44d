/** Begins the token of a number; between its groups stands a dot. */
const MARK = '☎';
const GAP = '·';

/** A number as one token: its groups are those that it was written in. */
export function telephoneToken(number: string): string {
  const digits = number.replace(/\(0\)/g, ' ').replace(/^00(?=[1-9])/, '+');
  return `${MARK}${digits.startsWith('+') ? '+' : ''}${(digits.match(/\d+/g) ?? []).join(GAP)}`;
}

export function isTelephone(token: string): boolean {
  return token.startsWith(MARK);
}

/** Fewer digits are a figure that may mean anything else. */
const LEAST_PART = 4;

/**
 * Whether a text's number is the wanted one, or one of its parts is as it is written there: `4711` and `0221 4711` in
 * `0221 4711-0`, and either in `+49 221 4711`.
 */
export function saysNumber(token: string, wanted: string): boolean {
  if (!isTelephone(token)) return false;
  const [said, asked] = [digitsOf(token), digitsOf(wanted)];
  if (asked.length < LEAST_PART || !/^☎?[+\d·]+$/u.test(wanted)) return false;
  const edges = edgesOf(token);
  const stands = (digits: string, from: number) =>
    said.startsWith(digits, from) && edges.has(from + digits.length);
  if ((isAbroad(token) || !isAbroad(wanted)) && [...edges].some((edge) => stands(asked, edge))) return true;
  // Of one of both the code of the country is not said, and the 0 stands in its place.
  if (isAbroad(token)) return asked.startsWith('0') && stands(asked.slice(1), codeLength(said));
  return isAbroad(wanted) && said.startsWith('0') && stands(asked.slice(codeLength(asked)), 1);
}

/** How many digits of a number are the code of its country: ITU-T E.164. */
function codeLength(digits: string): number {
  return (
    /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(digits)?.[0].length ?? 0
  );
}

function isAbroad(token: string): boolean {
  return token.startsWith(`${MARK}+`);
}

function digitsOf(token: string): string {
  return token.replace(/\D/g, '');
}

/** Where a group begins or ends, counted in digits. */
function edgesOf(token: string): ReadonlySet<number> {
  const edges = new Set([0]);
  let at = 0;
  for (const group of token.match(/\d+/g) ?? []) {
    at += group.length;
    edges.add(at);
  }
  return edges;
}
