const PLAIN = /filename="?([^";]+)"?/i
const ENCODED = /filename\*=(?:utf-8)''([^;]+)/i

/** What a server calls a file that it sends, or else the last part of its address. */
export function fileNameOf(disposition: string | undefined, { pathname }: URL): string {
  const encoded = ENCODED.exec(disposition ?? '')?.[1]
  const named = encoded === undefined ? PLAIN.exec(disposition ?? '')?.[1] : decoded(encoded)
  return named?.trim() || decoded(pathname.split('/').at(-1) ?? '') || 'list'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
