/**
 * Control characters but for tabs and line breaks, and the marks that turn the reading direction around: a price list that
 * has some is refused, and what is said of it must be readable.
 */
// oxlint-disable-next-line no-control-regex -- this pattern is for control characters
export const HIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
