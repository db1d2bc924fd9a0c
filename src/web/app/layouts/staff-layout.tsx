import { Toaster } from '../../ui/toast.tsx'
import { Tooltips } from '../../ui/tooltip.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { PageInPlace } from './page-in-place.tsx'
import { ScrollRestoration } from './scroll-restoration.tsx'
import { SkipLink } from './skip-link.tsx'

/** What the back office has in common with the shop: nothing of header, footer and banner. Its page brings its own frame. */
export function StaffLayout() {
  return (
    <>
      <SkipLink />
      <LoadingBar />
      <PageInPlace />
      <Toaster />
      <Tooltips />
      <ScrollRestoration />
    </>
  )
}
