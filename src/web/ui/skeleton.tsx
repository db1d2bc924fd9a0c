import { classNames } from '../lib/class-names.ts'

/** A placeholder for content that is loading. Give it the size of the content, so that nothing moves. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-skeleton=""
      className={classNames('rounded bg-wash motion-safe:animate-[breathe_1.6s_ease-in-out_infinite]', className)}
    />
  )
}
