const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Longer headers are no browser's. */
const LONGEST = 1000

/**
 * What a customer calls the device of a request ("Firefox on Windows"), from its User-Agent header. Only these words
 * are kept of it.
 * @returns null when the header is missing or names nothing that is known
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, LONGEST) ?? ''
  const browser = nameIn(text, BROWSERS)
  const system = nameIn(text, SYSTEMS)
  return browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system)
}

function nameIn(text: string, names: readonly (readonly [RegExp, string])[]): string | null {
  return names.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
