// The data that the server and the browser exchange to render a page.

/** Public settings. Without an id the script of that third party is never loaded. */
export interface PublicConfig {
  readonly gaMeasurementId: string | null
  readonly metaPixelId: string | null
  /** What express shipping costs at the checkout; null when it is arranged by phone. */
  readonly expressShippingCents: number | null
  /** Whether the checkout offers the test mode of cards. */
  readonly takesTestCards: boolean
  /** The staff password of a demo shop, which its sign-in page shows; null in every real shop. */
  readonly demoAdminPassword: string | null
}

/** Those of pages that carry none. */
export const NO_SETTINGS: PublicConfig = {
  gaMeasurementId: null,
  metaPixelId: null,
  expressShippingCents: null,
  takesTestCards: true,
  demoAdminPassword: null,
}

/** The data that the server embeds in the page: API responses that it has read, and public settings. */
export interface PageData {
  /** API responses by path, which is the SWR key. */
  readonly swr: Readonly<Record<string, unknown>>
  readonly config: PublicConfig
}

export interface RenderInput {
  /** Path and query: "/products?category=printers". */
  readonly url: string
  /** The shop's origin for absolute URLs: "https://shop.example". */
  readonly origin: string
  /** API responses by path: those that the screen reads first. */
  readonly data: Readonly<Record<string, unknown>>
  /** As in `PublicConfig`: the words of some pages depend on it (default null). */
  readonly expressShippingCents?: number | null
}

export interface RenderedPage {
  readonly status: 200 | 404
  /** Tags for <head>, escaped. */
  readonly head: string
  /**
   * The content of #root in pieces, cut between tags. They are never put together as text: V8 takes 0.7 ms to make one
   * text of a page's 160 kB, and each reader would wait for that again.
   */
  readonly html: readonly string[]
}

/** The export of the client's server build. @throws any error of a component while it renders */
export type RenderPage = (input: RenderInput) => Promise<RenderedPage>
