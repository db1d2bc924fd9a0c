/**
 * What is left in a field of a text that was sent: nothing, or what was typed while it was on its way.
 * @param sent as it was sent, perhaps without the spaces around it
 */
export function typedSince(now: string, sent: string): string {
  const text = now.trimStart()
  return text.startsWith(sent.trim()) ? text.slice(sent.trim().length).trimStart() : now
}
