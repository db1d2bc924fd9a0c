import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'

interface AccountFrameProps {
  readonly title: string
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** The sheet that every form around sign-in is written on. */
export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  return (
    <div className="relative isolate">
      <div
        aria-hidden="true"
        className="halftone absolute inset-0 -z-10 [mask-image:linear-gradient(#000_40%,transparent)]"
      />
      <div className="wrap grid max-w-[36rem] gap-4 py-8 sm:py-14">
        <Link
          to={paths.home()}
          className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold underline-offset-4 hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to Home
        </Link>
        <div className="crop-marks grid gap-6 sheet px-5 pt-10 pb-9 sm:px-10 sm:pt-12">
          <div className="grid gap-2">
            <h1 tabIndex={-1} className="text-4xl">
              {title}
            </h1>
            <p className="text-balance text-soft">{lead}</p>
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}
