import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contracts/pages'
import type { ScreenId } from '#contracts/screens'
import type { PageTemplate } from './page-template.ts'

/** Renders pages of one build. */
export interface PageRenderer {
  readonly render: RenderPage
  /** Loads the code that renders, which otherwise waits for the first page. */
  load(): Promise<void>
  readonly template: PageTemplate
  /** The paths of the scripts that a screen's own script imports, to preload them. */
  preloads(screen: ScreenId): readonly string[]
  /** The style that a page with this HTML needs for its first paint. */
  style(html: readonly string[]): string
}

/** Provides the renderer of the current build. */
export interface PageSource {
  /** The current renderer; null while there is no build. */
  current(): Promise<PageRenderer | null>
  /** Serves what the pages load. */
  registerFiles(app: FastifyInstance): Promise<void>
  /** Whether Vite serves the sources, whose scripts need more permissions than built ones. */
  readonly isFromSources: boolean
}
