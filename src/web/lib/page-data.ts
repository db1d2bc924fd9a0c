/** What the server writes into the page beside its HTML: answers that were read already, and public settings. */
export interface PageData {
  /** API answers by path, which are the SWR keys. */
  readonly swr: Readonly<Record<string, unknown>>
  readonly config: PublicConfig
}

/** Settings that a browser may know. Without an id the script of that third party is never loaded. */
export interface PublicConfig {
  readonly gaMeasurementId: string | null
  readonly metaPixelId: string | null
  /** The staff password of a demonstration, to be shown on the gate; null in every real shop. */
  readonly demoAdminPassword: string | null
}

export const NO_PAGE_DATA: PageData = {
  swr: {},
  config: { gaMeasurementId: null, metaPixelId: null, demoAdminPassword: null },
}

/** Reads #page-data; a page without it, or with a broken one, starts with nothing read. */
export function readPageData(text: string | null | undefined): PageData {
  try {
    const data = JSON.parse(text ?? '') as Partial<PageData> | null
    return { swr: data?.swr ?? {}, config: { ...NO_PAGE_DATA.config, ...data?.config } }
  } catch {
    return NO_PAGE_DATA
  }
}
