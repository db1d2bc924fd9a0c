// What the server's and the browser's side of a page exchange.

/** Settings that a browser may know. Without an id the script of that third party is never loaded. */
export interface PublicConfig {
  readonly gaMeasurementId: string | null
  readonly metaPixelId: string | null
  /** The staff password of a demonstration, to be shown on the gate; null in every real shop. */
  readonly demoAdminPassword: string | null
}

/** What the server writes into the page beside its HTML: answers that were read already, and public settings. */
export interface PageData {
  /** API answers by path, which are the SWR keys. */
  readonly swr: Readonly<Record<string, unknown>>
  readonly config: PublicConfig
}

export interface RenderInput {
  /** Path and query: "/products?category=printers". */
  readonly url: string
  /** Where the shop is reached, for absolute addresses: "https://shop.example". */
  readonly origin: string
  /** API answers by path: those that the screen reads first. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface RenderedPage {
  readonly status: 200 | 404
  /** Tags for <head>, escaped. */
  readonly head: string
  /** What goes into #root; holds no script. */
  readonly html: string
}

/** What the client's server build exports. @throws what a component threw while it rendered */
export type RenderPage = (input: RenderInput) => Promise<RenderedPage>
