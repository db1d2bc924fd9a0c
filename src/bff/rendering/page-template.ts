/** index.html, cut where head, app and data belong. */
export interface PageTemplate {
  readonly beforeHead: string
  readonly beforeApp: string
  readonly beforeData: string
  readonly end: string
}

/** Cuts index.html at its placeholders. */
export function readTemplate(text: string): PageTemplate {
  const [beforeHead = '', beforeApp = '', beforeData = '', end = ''] = text.split(/<!--(?:head|app|data)-->/)
  return { beforeHead, beforeApp, beforeData, end }
}
