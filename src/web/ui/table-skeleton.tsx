import { Skeleton } from './skeleton.tsx'

/** Stands in for a table until its rows are there. */
export function TableSkeleton({ text }: { readonly text: string }) {
  return (
    <div aria-busy="true" className="grid min-h-96 content-start gap-3 sheet p-4">
      <p className="py-2 text-center text-soft">{text}</p>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  )
}
