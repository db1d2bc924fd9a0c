import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams, type NavigateOptions } from 'react-router-dom'

/**
 * Holds a change of the address to the page that it belongs to: nothing happens once the visitor has left it, also while
 * the next page's script is on its way and the page left is still on screen.
 * @param page its path, as the router rendered it
 */
export function unlessLeft<Parameters extends readonly unknown[]>(
  page: string,
  change: (...parameters: Parameters) => void,
): (...parameters: Parameters) => void {
  return (...parameters) => {
    if (window.location.pathname === page) change(...parameters)
  }
}

/**
 * Goes to another page from a timer, an effect or an answer of the server, which may come late: a visitor who went
 * elsewhere meanwhile stays there. What a press does at once takes the router's `useNavigate`.
 */
export function useLateNavigate(): (to: string | number, options?: NavigateOptions) => void {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useCallback(
    (to, options) => unlessLeft(pathname, () => void (typeof to === 'number' ? navigate(to) : navigate(to, options)))(),
    [pathname, navigate],
  )
}

/**
 * The query of the page's address, and how to change it from a timer, an effect or an answer of the server: not once
 * the visitor has gone to another page, and always as it stands now, so that nothing chosen meanwhile is undone.
 */
export function useLateSearchParams(): readonly [
  URLSearchParams,
  (change: (current: URLSearchParams) => void, options?: NavigateOptions) => void,
] {
  const { pathname } = useLocation()
  const [parameters, setParameters] = useSearchParams()
  const change = useCallback(
    (change: (current: URLSearchParams) => void, options?: NavigateOptions) =>
      unlessLeft(pathname, () => {
        const next = new URLSearchParams(window.location.search)
        change(next)
        setParameters(next, options)
      })(),
    [pathname, setParameters],
  )
  return [parameters, change]
}
