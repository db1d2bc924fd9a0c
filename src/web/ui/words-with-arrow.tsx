import { ArrowRight } from 'lucide-react'

/** The words of a link that leads on, with an arrow behind the last of them, also where they take two lines. */
export function WordsWithArrow({ children }: { readonly children: string }) {
  const last = children.lastIndexOf(' ') + 1
  return (
    <>
      {children.slice(0, last)}
      <span className="whitespace-nowrap">
        {children.slice(last)}
        <ArrowRight aria-hidden="true" className="ml-2 inline size-4 align-[-0.15em]" />
      </span>
    </>
  )
}
