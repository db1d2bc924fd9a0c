import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { facetsPath } from '#contracts/listing'
import { LISTING_BOUNDS } from '#contracts/listing-choices'
import { groupDigits } from '#platform/shared-kernel/money'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { useRead } from '../../lib/use-read.ts'
import { TextInput } from '../../ui/field.tsx'
import { CountedCheckbox, type FilterChoiceProps } from './filter-choices.tsx'
import { toggleModel } from './listing-query.ts'

/** Without script the typed model is a search, which finds supplies by what they fit, too. */
const FIELD = 'search'
const REST_MS = 200

/**
 * The printer that supplies are for: typed, or by who makes it. There may be thousands of models, so that only those with
 * the most supplies, or those that were looked for, are shown; each with how many products it would leave.
 */
export function FitsFacet({ query, facets, isCounted, onChange }: FilterChoiceProps) {
  const id = useId()
  const isHydrated = useHydrated()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, error, isLoading } = useRead(asked === '' ? null : facetsPath(query, asked), { keepPreviousData: true })
  const models = asked === '' ? facets?.models : error === undefined ? data?.models : undefined
  const found = models?.found ?? []
  const others = found.filter(({ slug }) => !query.fits.includes(slug))
  const isNothing = asked !== '' && !isLoading && models !== undefined && others.length === 0
  const total = facets?.models?.total ?? 0

  function choose(slug: string): void {
    setTyped('')
    setAsked('')
    onChange((asked) => toggleModel(asked, slug))
  }

  function searchTyped(): void {
    setTyped('')
    onChange((asked) => ({ ...asked, search: typed.trim(), page: 1 }))
  }

  function chooseTyped(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    const isAnswered = asked === typed.trim() && !isLoading
    const first = isAnswered ? others.find(({ count }) => count > 0) : undefined
    if (first === undefined) searchTyped()
    else choose(first.slug)
  }

  return (
    <fieldset className="grid gap-0.5">
      <legend className="mb-1.5 text-sm font-semibold">
        <label htmlFor={id}>Fits this printer</label>
      </legend>
      <TextInput
        id={id}
        name={FIELD}
        type="search"
        placeholder="ET-2850"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={LISTING_BOUNDS.model}
        value={isHydrated ? typed : (query.search ?? '')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={chooseTyped}
        className="mb-1"
      />
      {asked === '' && total > found.length && (
        <div className="mb-1 flex flex-wrap gap-x-3 text-sm noscript:hidden">
          {facets?.models?.makers.map((maker) => (
            <button
              key={maker}
              type="button"
              onClick={() => setTyped(`${maker} `)}
              className="min-h-8 text-link [overflow-wrap:anywhere] pointer-coarse:min-h-11"
            >
              {maker}
            </button>
          ))}
        </div>
      )}
      {found.map(({ slug, name, count }) => (
        <CountedCheckbox
          key={slug}
          name="fits"
          value={slug}
          count={isCounted || asked !== '' ? count : undefined}
          checked={query.fits.includes(slug)}
          onChange={() => choose(slug)}
        >
          {name}
        </CountedCheckbox>
      ))}
      <output className="text-sm text-soft">
        {isNothing && `No model here has “${asked}” in its name.`}
        {asked === '' && total > found.length && `${groupDigits(total)} models. Type yours to find it.`}
      </output>
      {isNothing && (
        <button
          type="button"
          onClick={searchTyped}
          className="min-h-8 justify-self-start text-link text-sm pointer-coarse:min-h-11"
        >
          Search supplies for it
        </button>
      )}
    </fieldset>
  )
}
