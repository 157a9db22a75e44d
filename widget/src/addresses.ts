/** Addresses in a text, without the marks of the sentence around them: parentheses that balance belong to them. */
export const ADDRESS = /https?:\/\/(?:[^\s<>()"]|\([^\s<>()"]*\))*(?:[^\s<>()".,;:!?]|\([^\s<>()"]*\))/g;
