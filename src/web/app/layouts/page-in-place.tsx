import { memo, Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { pressAgain } from '../../lib/early-press.ts'
import { RouteBoundary } from './route-boundary.tsx'

/** The page of the address. Apart from the layouts: what a header learns of the visitor must not render the page again. */
export const PageInPlace = memo(function PageInPlace() {
  const { pathname, search } = useLocation()
  return (
    <RouteBoundary place={pathname + search}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
        <Ready />
      </Suspense>
    </RouteBoundary>
  )
})

/** Keeps the footer below the fold while the page's script comes. */
function PageSkeleton() {
  return (
    <div aria-busy="true" className="min-h-[75dvh]">
      <p role="status" className="sr-only">
        Loading page...
      </p>
    </div>
  )
}

/** Marks the document once the page is hydrated, and makes up for what was pressed earlier. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = ''
    pressAgain()
  }, [])
  return null
}
