import { Component, type ErrorInfo, type ReactNode } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageNotLoaded } from '../lazy-page.tsx'
import { paths } from '../../lib/paths.ts'

interface State {
  readonly error: unknown
  readonly place: string
}

interface RouteBoundaryProps {
  /** Where the visitor is: another place begins without the error of the one before. */
  readonly place: string
  readonly children: ReactNode
}

/** Catches what a page throws, so that the rest of the shop goes on; "Try again" shows the page anew. */
export class RouteBoundary extends Component<RouteBoundaryProps, State> {
  override state: State = { error: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps({ place }: RouteBoundaryProps, state: State): State | null {
    return place === state.place ? null : { place, error: null }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // oxlint-disable-next-line no-console -- the only place where a failing page can be told about
    console.error('A page failed', error, info.componentStack)
  }

  private readonly tryAgain = () => {
    // The script may be gone because the shop was updated: only a fresh page knows its new name.
    if (this.state.error instanceof PageNotLoaded) window.location.reload()
    else this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    const isNotLoaded = error instanceof PageNotLoaded
    return (
      <div role="alert" className="wrap">
        <EmptyState
          heading="h1"
          title={isNotLoaded ? 'This page did not load' : 'Something went wrong on this page'}
          description={
            isNotLoaded
              ? 'The connection may be gone, or the shop was updated a moment ago. Your cart is kept.'
              : 'It is our mistake, not yours. Your cart is kept.'
          }
        >
          <Button onClick={this.tryAgain}>Try again</Button>
          <ButtonLink to={paths.home()} variant="quiet">
            Go to the home page
          </ButtonLink>
        </EmptyState>
      </div>
    )
  }
}
