import type { ReactNode } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { illustration } from '../../illustrations.ts'
import { paths } from '../../../lib/paths.ts'

/** What the shop stands for, in one glance. */
export function HomeHero() {
  return (
    <div className="halftone crop-marks overflow-hidden border-b border-line">
      <div className="wrap grid items-center gap-x-8 gap-y-10 py-12 sm:py-16 md:grid-cols-[1.08fr_1fr] lg:min-h-[36rem]">
        <div>
          <h1 className="text-hero leading-[1.02] font-extrabold">
            The first page in <em className="marked not-italic">five seconds.</em>
          </h1>
          <p className="mt-5 max-w-[36ch] text-lg text-balance text-soft sm:text-xl">
            Printers for students, families and small business, from an independent authorized dealer. Starting at $199.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to={paths.category('printers')} size="large" className="max-sm:flex-1 max-sm:px-2">
              Shop Printers
            </ButtonLink>
            <ButtonLink
              to={paths.products()}
              variant="quiet"
              size="large"
              className="max-sm:flex-1 max-sm:px-2 max-sm:whitespace-nowrap"
            >
              View All Products
            </ButtonLink>
          </div>
          <ul className="mt-9 flex flex-wrap gap-x-5 gap-y-5 sm:mt-10 lg:gap-x-9">
            <HeroStat figure="30+">pages per minute</HeroStat>
            <HeroStat figure="5 sec">first page</HeroStat>
            <HeroStat
              figure={
                <>
                  <span className="text-sm font-semibold tracking-normal lg:text-lg">up to</span> 55 ppm
                </>
              }
            >
              top of the range
            </HeroStat>
          </ul>
        </div>
        <div className="dark:lit-sheet dark:rounded dark:p-6">
          <img
            src={illustration('home-hero')}
            alt=""
            width={720}
            height={640}
            fetchPriority="high"
            className="mx-auto h-auto w-full max-w-[26rem] md:max-w-none"
          />
        </div>
      </div>
    </div>
  )
}

function HeroStat({ figure, children }: { readonly figure: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="max-sm:grow max-[23.5rem]:basis-18">
      <b className="figures block text-2xl font-bold whitespace-nowrap lg:text-3xl">{figure}</b>{' '}
      <span className="block text-[0.8125rem] leading-snug text-soft max-lg:mt-0.5 lg:text-sm">{children}</span>
    </li>
  )
}
