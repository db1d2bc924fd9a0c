import { Skeleton } from '../../../ui/skeleton.tsx'

/** The place of a table whose rows are on their way. */
export function TableOnTheWay({ text }: { readonly text: string }) {
  return (
    <div className="grid min-h-96 content-start gap-3 rounded border border-line bg-sheet p-4">
      <p className="py-2 text-center text-soft">{text}</p>
      {[1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  )
}
