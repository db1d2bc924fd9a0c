import { classNames } from '../lib/class-names.ts'

/** The place of something on its way; give it the size of what will come, so that nothing moves. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-skeleton=""
      className={classNames('rounded bg-wash motion-safe:animate-[breathe_1.6s_ease-in-out_infinite]', className)}
    />
  )
}
