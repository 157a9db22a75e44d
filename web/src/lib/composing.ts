/** Whether a key ends a word that an input method composes. Safari says by its code alone that it does. */
export function endsWord({ isComposing, keyCode }: KeyboardEvent): boolean {
  return isComposing || keyCode === 229;
}
