/**
 * Ids of what is submitted: content that is sent again goes under the id it had, so that the server stores it once;
 * changed content is another submission.
 */
export function createSubmissionIds(newId: () => string = () => crypto.randomUUID()) {
  let last: { readonly id: string; readonly content: string } | null = null;
  return (content: object): string => {
    const text = JSON.stringify(content);
    if (last?.content !== text) last = { id: newId(), content: text };
    return last.id;
  };
}
