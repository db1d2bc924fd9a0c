/** Whether a value that was stored or sent is an object, whose fields are still to be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
