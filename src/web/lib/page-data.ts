import { NO_SETTINGS, type PageData } from '#contracts/pages'

export const NO_PAGE_DATA: PageData = { swr: {}, config: NO_SETTINGS }

/** Reads #page-data; a page without it, or with a broken one, starts with nothing read. */
export function readPageData(text: string | null | undefined): PageData {
  try {
    const data = JSON.parse(text ?? '') as Partial<PageData> | null
    return { swr: data?.swr ?? {}, config: { ...NO_PAGE_DATA.config, ...data?.config } }
  } catch {
    return NO_PAGE_DATA
  }
}
