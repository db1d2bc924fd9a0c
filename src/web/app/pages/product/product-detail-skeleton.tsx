import { Skeleton } from '../../../ui/skeleton.tsx'

/** The place of a product on its way. */
export function ProductDetailSkeleton() {
  return (
    <div className="wrap pt-2 pb-20 sm:pt-7" aria-busy="true">
      <h1 className="sr-only">Loading...</h1>
      <Skeleton className="h-8 w-40" />
      <div className="mt-2 grid items-start gap-x-8 gap-y-4 sm:mt-4 sm:gap-y-6 md:grid-cols-2 lg:grid-cols-[1.1fr_1fr] lg:gap-x-12">
        <div className="grid gap-2 max-sm:grid-cols-[minmax(0,1fr)_3.25rem] sm:gap-3">
          <Skeleton className="aspect-[4/3]" />
          <div className="grid gap-2 sm:grid-cols-4 sm:gap-3">
            {[0, 1, 2, 3].map((view) => (
              <Skeleton key={view} className="sm:aspect-[4/3]" />
            ))}
          </div>
        </div>
        <div className="grid gap-3 sm:gap-4">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-9 w-4/5 sm:h-11" />
          <Skeleton className="h-5 w-52" />
          <Skeleton className="h-12 w-44" />
          <Skeleton className="h-24" />
          <Skeleton className="h-13" />
        </div>
      </div>
      <Skeleton className="mt-14 h-72" />
    </div>
  )
}
