/**
 * A whole number with commas: 1279 → "1,279". Without Intl, whose first formatter of a page takes longer on a phone than
 * all else that the shop's scripts do when they start.
 */
export function groupDigits(whole: number): string {
  return String(whole).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
